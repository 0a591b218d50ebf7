/** Sends reports to a service that accepts Sentry envelopes. Loaded only if one is configured. */
import { BrowserClient, defaultStackParser, type Event, makeFetchTransport } from '@sentry/browser';
import type { ScreenTable } from '@shared/contract';
import { describeError, type ErrorDescription } from './describe-error.ts';
import type { Sink } from './report.ts';
import { keepScreenTable, scrubPath } from './scrub.ts';

const MAX_PER_MINUTE = 10;
const MINUTE_MS = 60_000;
/** How many errors are remembered, to send each one once. */
const MAX_REMEMBERED = 200;

/** Context of a report, read for each one. */
export interface ReportContext {
  brand: string;
  path: string;
  /** File name of the shell's script, which changes with every build. */
  release: string;
  /** The remotes' screens, if the registry has been read. */
  screenTable?: ScreenTable | undefined;
  teamOf: (remote: string) => string | undefined;
}

/**
 * Returns a sink for a DSN `https://{key}@{host}/{project}`: each error once, at most 10 a minute.
 * @throws TypeError if the DSN is invalid
 */
export function createReporter(dsn: string, context: () => ReportContext): Sink {
  const client = connect(dsn);
  const known = new Set<string>();
  let sent: number[] = [];

  function isNew({ name, message, frames: [innermost], where }: ErrorDescription): boolean {
    const key = JSON.stringify([name, message, innermost, where]);
    if (known.has(key)) return false;
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.add(key);
    return true;
  }

  function isWithinRateLimit(): boolean {
    const now = performance.now();
    sent = sent.filter((at) => now - at < MINUTE_MS);
    if (sent.length >= MAX_PER_MINUTE) return false;
    sent.push(now);
    return true;
  }

  return (error, where) => {
    try {
      const now = context();
      if (now.screenTable) keepScreenTable(now.screenTable);
      const described = describeError(error, where, now.brand);
      if (isNew(described) && isWithinRateLimit()) client.captureEvent(eventOf(described, now));
    } catch (failure) {
      logFailure(failure);
    }
  };
}

/** Logs to the console only: a failure to report must not be reported itself. */
const logFailure = (failure: unknown) => console.warn('sending an error report failed', failure);

/** Without integrations, the client sends only the events passed to it. */
function connect(dsn: string): BrowserClient {
  const client = new BrowserClient({
    dsn,
    integrations: [],
    sendClientReports: false,
    // Otherwise the client instructs the service to store the user's IP address.
    dataCollection: { userInfo: false },
    stackParser: defaultStackParser,
    transport: (options) => makeFetchTransport(options, post),
    transportOptions: { fetchOptions: { credentials: 'omit', referrerPolicy: 'no-referrer' } },
  });
  if (!client.getDsn() || !/^https?:/.test(dsn)) throw new TypeError('not the DSN of a reporting service');
  client.init();
  return client;
}

async function post(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (failure) {
    logFailure(failure);
    throw failure;
  }
}

function eventOf(
  { name, message, frames, remote, where }: ErrorDescription,
  { brand, path, release, teamOf }: ReportContext,
): Event {
  return {
    level: 'error',
    release,
    transaction: scrubPath(path, brand),
    tags: { brand, where, remote, owner: remote && teamOf(remote.split('@')[0] ?? '') },
    // Sentry expects the outermost call first.
    exception: { values: [{ type: name, value: message, stacktrace: { frames: [...frames].reverse() } }] },
  };
}
