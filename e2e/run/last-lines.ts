/** What happened last, for the output of a failed test. */
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import { findSecrets } from './find-secrets.ts';

const CHANNEL = 'test-lines';
const MAX_LINES = 40;
/** A backend's line that isn't about a request. Simulated drivers write these all the time. */
const BACKGROUND = /^\{(?!.*"requestId")/;

/**
 * Publishes a line, such as one of a backend's log, to the test that runs in this process. Prints a
 * line with a secret, so that its stage fails.
 */
export function publishLine(line: string): void {
  if (findSecrets(line).length > 0) process.stderr.write(`${line.trimEnd()}\n`);
  channel(CHANNEL).publish(line);
}

/**
 * Starts to collect published lines. Returns a function that ends this and returns the last ones:
 * first those of work in the background, then the others.
 */
export function collectLines(): () => string[] {
  const background: string[] = [];
  const others: string[] = [];
  const add = (line: unknown) => {
    const lines = BACKGROUND.test(String(line)) ? background : others;
    lines.push(String(line));
    if (lines.length > MAX_LINES) lines.shift();
  };
  subscribe(CHANNEL, add);
  return () => {
    unsubscribe(CHANNEL, add);
    return [...background, ...others];
  };
}
