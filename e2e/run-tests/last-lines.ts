/** What happened last, for the output of a failed test. */
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

const CHANNEL = 'test-lines';
const MAX_LINES = 40;

/** Publishes a line, such as one of a backend's log, to the test that runs in this process. */
export const publishLine = (line: string): void => channel(CHANNEL).publish(line);

/** Starts to collect published lines. Returns a function that ends this and returns the last ones. */
export function collectLines(): () => string[] {
  const lines: string[] = [];
  const add = (line: unknown) => {
    lines.push(String(line));
    if (lines.length > MAX_LINES) lines.shift();
  };
  subscribe(CHANNEL, add);
  return () => {
    unsubscribe(CHANNEL, add);
    return lines;
  };
}
