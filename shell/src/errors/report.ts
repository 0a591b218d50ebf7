/** Reports errors to the console, and to a service if `config.json` names one. */
import { isConnectionFailure } from '@shared/client';

/** A version of a remote, and the screen or slot that failed; absent if the version failed. */
interface RemotePlace {
  remote: string;
  version: string;
  screen?: string;
}

/** Where an error happened. */
export type Place = string | RemotePlace;

/** For example `remote sites 0.1.0-1a2b3c4d: screen charger/:id`. */
export const placeText = (where: Place) =>
  typeof where === 'string'
    ? where
    : `remote ${where.remote} ${where.version}${where.screen ? `: ${where.screen}` : ''}`;

/** Sends one report. Never throws. */
export type Sink = (error: unknown, where: Place) => void;

/**
 * Maximum number of reports that are queued until the service is known, also of extensions, which
 * don't displace the few of remotes.
 */
const MAX_QUEUED = 50;
let queue: { error: unknown; where: Place }[] = [];
let sink: Sink = (error, where) => {
  if (typeof where !== 'string' || queue.length < MAX_QUEUED) queue.push({ error, where });
};

/** Reports an error. Connection failures go to the console only: the screen shows them already. */
export function report(error: unknown, where: Place): void {
  console.error(`[${placeText(where)}]`, error);
  if (!isConnectionFailure(error)) sink(error, where);
}

/** Sends all reports to `next` from now on, the queued ones first. */
export function sendReports(next: Sink): void {
  sink = next;
  for (const { error, where } of queue) sink(error, where);
  queue = [];
}

/** The browser notifies the other observers with the next frame. Chromium 107 often does at the home. */
const NO_ERROR = /^ResizeObserver loop /;

/** Reports errors outside of React and unhandled promise rejections. */
export function reportUncaught(): void {
  addEventListener('error', ({ error, message, filename }) => {
    if (!NO_ERROR.test(message)) report(error ?? `${message} (${filename})`, 'window');
  });
  addEventListener('unhandledrejection', ({ reason }) => report(reason, 'promise'));
}
