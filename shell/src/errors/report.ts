/**
 * The one place that is told of an error that nobody else handles, and where it happened. It is told to the console, and
 * to a reporting service where `config.json` names one.
 */
import { isConnectionFailure } from '@shared/client';

/** Takes a report and sends it; it never throws. */
export type Sink = (error: unknown, where: string) => void;

/** How many reports wait for the service to be known. */
const MOST_WAITING = 10;
let waiting: { error: unknown; where: string }[] = [];
let sink: Sink = (error, where) => {
  if (waiting.length < MOST_WAITING) waiting.push({ error, where });
};

/** A lost connection is a state of affairs, which the screen speaks of: it goes to the console alone. */
export function report(error: unknown, where: string): void {
  console.error(`[${where}]`, error);
  if (!isConnectionFailure(error)) sink(error, where);
}

/** From here on reports go to `next`, those that came before first. */
export function sendReports(next: Sink): void {
  sink = next;
  for (const { error, where } of waiting) sink(error, where);
  waiting = [];
}

/** Reports what reaches the window: errors outside of React and promises that nobody waited for. */
export function reportUncaught(): void {
  addEventListener('error', (event) => report(event.error ?? event.message, 'window'));
  addEventListener('unhandledrejection', (event) => report(event.reason, 'promise'));
}
