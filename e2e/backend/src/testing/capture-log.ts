import { Writable } from 'node:stream';
import { publishLine } from '../../../run/last-lines.ts';

/** Returns a destination for a test backend's log. A failed test prints its last lines. */
export const publishedLog = (onLine: (line: string) => unknown = () => undefined) =>
  new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) {
        publishLine(line);
        onLine(line);
      }
      done();
    },
  });

/** Returns a destination for a test backend's log, and the lines written to it so far. */
export function captureLog() {
  const lines: string[] = [];
  return { logTo: publishedLog((line) => lines.push(line)), lines };
}
