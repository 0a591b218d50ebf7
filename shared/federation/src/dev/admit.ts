import type { IncomingMessage, ServerResponse } from 'node:http';

const THIS_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * Sets the CORS headers for `origins`, and returns whether the request is allowed. Any page
 * that a developer visits can send requests to this machine, and must not read unreleased code.
 */
export function admit(
  { headers }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  // DNS rebinding can give a page of another host the same origin.
  if (!THIS_MACHINE.test(headers.host ?? '')) return false;
  const { origin, referer = '', 'sec-fetch-site': site } = headers;
  // Images and scripts without `crossorigin` are requested without an origin.
  const caller = origin ?? URL.parse(referer)?.origin;
  response.setHeader('Vary', 'Origin');
  if (caller && origins.includes(caller)) {
    response.setHeader('Access-Control-Allow-Origin', caller);
    // Chrome's preflight for requests from a public page to this machine:
    // https://wicg.github.io/private-network-access
    response.setHeader('Access-Control-Allow-Private-Network', 'true');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    response.setHeader('Timing-Allow-Origin', caller);
    return true;
  }
  // Makes browsers without `Sec-Fetch-Site` block the response themselves.
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  return site === undefined || site === 'same-origin' || site === 'none';
}
