import { Writable } from 'node:stream';

/** Returns a destination for a test backend's log, and the lines written to it so far. */
export function captureLog() {
  const lines: string[] = [];
  const logTo = new Writable({
    write(chunk, _encoding, done) {
      lines.push(...String(chunk).trim().split('\n'));
      done();
    },
  });
  return { logTo, lines };
}
