/** Calls from a page of another origin (Fetch Standard, CORS protocol). */
import { calls } from '@shared/contract';
import type { Inspector, Received } from './inspector.ts';

/** Every request header that the app sets. `User-Agent` is the native wrapper's. */
const HEADERS = ['authorization', 'content-type', 'idempotency-key', 'user-location', 'x-brand-id'];
const METHODS = [...new Set(Object.values(calls).map(({ method }) => method))];
/** CORS-safelisted methods, which `Access-Control-Allow-Methods` need not list. */
const SAFELISTED = ['GET', 'POST'];
const TIMEOUT_MS = 30_000;

const listOf = (received: Received, header: string) =>
  (received.headers.get(header) ?? '').split(',').map((item) => item.trim().toLowerCase());

export async function checkCors(check: Inspector, origin: string): Promise<void> {
  const { path } = calls.balance;
  for (const method of METHODS) {
    const received = await check.exchange('cors', 'OPTIONS', path, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': HEADERS.join(','),
      },
      timeoutMs: TIMEOUT_MS,
    });
    if (!received) return;
    const isOk = received.status >= 200 && received.status < 300;
    if (!isOk) differs(check, 'status of a preflight', 'a status from 200 to 299', String(received.status));
    expectOrigin(check, received, origin, 'of a preflight');
    const methods = listOf(received, 'Access-Control-Allow-Methods');
    if (!SAFELISTED.includes(method) && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
      differs(check, 'header Access-Control-Allow-Methods', method, 'a list without it');
    const allowed = listOf(received, 'Access-Control-Allow-Headers');
    // An asterisk doesn't cover `Authorization` (Fetch Standard).
    for (const header of HEADERS)
      if (!allowed.includes(header) && (!allowed.includes('*') || header === 'authorization'))
        differs(check, 'header Access-Control-Allow-Headers', header, 'a list without it');
  }
  // Errors need the header, too: without it, the app can't read their status.
  for (const [url, what] of [
    [path, 'of an error'],
    [calls.brand.path.replace('{brandName}', 'contract-check'), 'of a 404'],
  ] as const) {
    const received = await check.exchange('cors', 'GET', url, {
      headers: { Origin: origin },
      timeoutMs: TIMEOUT_MS,
    });
    if (!received) return;
    expectOrigin(check, received, origin, what);
    const exposed = listOf(received, 'Access-Control-Expose-Headers');
    if (!exposed.includes('date') && !exposed.includes('*'))
      differs(check, 'header Access-Control-Expose-Headers', 'Date', 'a list without it');
  }
  check.report.checked('cors');
}

function expectOrigin(check: Inspector, { headers }: Received, origin: string, what: string): void {
  const allowed = headers.get('Access-Control-Allow-Origin');
  if (allowed === origin || allowed === '*') return;
  differs(
    check,
    `header Access-Control-Allow-Origin ${what}`,
    'the origin',
    allowed === null ? 'nothing' : 'another origin',
  );
}

const differs = (check: Inspector, place: string, expected: string, received: string) =>
  check.report.differs('cors', { place, expected, received });
