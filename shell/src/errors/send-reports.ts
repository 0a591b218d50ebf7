/** Sends reports to a service that takes Sentry's envelopes. Loaded only where one is configured. */
import { type Described, describeError } from './describe-error.ts';
import type { Sink } from './report.ts';
import { scrubPath } from './scrub.ts';

const MOST_A_MINUTE = 10;
const MINUTE_MS = 60_000;
/** How many different errors are remembered, so that each is sent once. */
const MOST_KNOWN = 200;

/** Where and in what it happened, asked at every report. */
export interface Setting {
  brand: string;
  path: string;
  /** Name of the shell's own script, which changes with every build. */
  release: string;
}

/**
 * A sink for a DSN `https://{key}@{host}/{project}`. Each error is sent once, and no more than 10 a minute.
 * @throws TypeError if the DSN is none
 */
export function reportsTo(dsn: string, setting: () => Setting): Sink {
  const url = envelopeUrl(dsn);
  const known = new Set<string>();
  let sent: number[] = [];

  function isNew({ name, message, frames: [innermost], where }: Described): boolean {
    const key = JSON.stringify([name, message, innermost, where]);
    if (known.has(key)) return false;
    if (known.size >= MOST_KNOWN) known.clear();
    known.add(key);
    return true;
  }

  function mayGo(): boolean {
    const now = performance.now();
    sent = sent.filter((at) => now - at < MINUTE_MS);
    if (sent.length >= MOST_A_MINUTE) return false;
    sent.push(now);
    return true;
  }

  return (error, where) => {
    try {
      const now = setting();
      const described = describeError(error, where, now.brand);
      if (isNew(described) && mayGo()) post(url, envelope(described, now)).catch(complain);
    } catch (failure) {
      complain(failure);
    }
  };
}

/** Told to nobody but the console, or a service that is down would be told of itself. */
const complain = (failure: unknown) => console.warn('an error could not be reported', failure);

function post(url: string, body: string): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
}

/** The project is the last part of the path; a service may live below a path of its host. */
function envelopeUrl(dsn: string): string {
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, below = '', project = ''] = /^(.*)\/([^/]+)$/.exec(pathname) ?? [];
  if (!username || !project || !protocol.startsWith('http'))
    throw new TypeError('no DSN of a reporting service');
  return `${protocol}//${host}${below}/api/${project}/envelope/?sentry_key=${username}&sentry_version=7`;
}

/** One event as an envelope: three lines of JSON. */
function envelope(
  { name, message, frames, remote, where }: Described,
  { brand, path, release }: Setting,
): string {
  const event_id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const event = {
    event_id,
    timestamp: Date.now() / 1000,
    platform: 'javascript',
    level: 'error',
    release,
    transaction: scrubPath(path, brand),
    tags: { brand, where, remote },
    // The service wants the outermost call first.
    exception: { values: [{ type: name, value: message, stacktrace: { frames: frames.toReversed() } }] },
  };
  const header = { event_id, sent_at: new Date().toISOString() };
  return [header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}
