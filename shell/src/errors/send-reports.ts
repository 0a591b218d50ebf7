/** Sends reports to a service that accepts Sentry envelopes. Loaded only if one is configured. */
import { newKey } from '@shared/client';
import { describeError, type ErrorDescription } from './describe-error.ts';
import type { Sink } from './report.ts';
import { scrubPath } from './scrub.ts';

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
}

/**
 * Returns a sink for a DSN `https://{key}@{host}/{project}`: each error once, at most 10 a minute.
 * @throws TypeError if the DSN is invalid
 */
export function createReporter(dsn: string, context: () => ReportContext): Sink {
  const url = envelopeUrl(dsn);
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
      const described = describeError(error, where, now.brand);
      if (isNew(described) && isWithinRateLimit()) post(url, envelope(described, now)).catch(logFailure);
    } catch (failure) {
      logFailure(failure);
    }
  };
}

/** Logs to the console only: a failure to report must not be reported itself. */
const logFailure = (failure: unknown) => console.warn('an error could not be reported', failure);

function post(url: string, body: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
}

/** The project is the path's last part; the service may be below a path of its host. */
function envelopeUrl(dsn: string): string {
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, below = '', project = ''] = /^(.*)\/([^/]+)$/.exec(pathname) ?? [];
  if (!username || !project || !protocol.startsWith('http'))
    throw new TypeError('no DSN of a reporting service');
  return `${protocol}//${host}${below}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`;
}

/** Returns one event as an envelope: three lines of JSON. */
function envelope(
  { name, message, frames, remote, where }: ErrorDescription,
  { brand, path, release }: ReportContext,
): string {
  const event_id = newKey();
  const event = {
    event_id,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release,
    transaction: scrubPath(path, brand),
    tags: { brand, where, remote },
    // Sentry expects the outermost call first.
    exception: { values: [{ type: name, value: message, stacktrace: { frames: frames.toReversed() } }] },
  };
  const header = { event_id, sent_at: new Date().toISOString() };
  return [header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}
