import { afterEach, expect, rs, test } from '@rstest/core';
import { handleFetch } from '../offline/handle-fetch.ts';
import { probeOrigin } from './probe-origin.ts';

afterEach(() => {
  rs.unstubAllGlobals();
});

/** Probes with `respond` as the network; returns the outcome and what was requested. */
async function probe(respond: () => Promise<Response>) {
  const sent = rs.fn((_url: string, _init: RequestInit) => respond());
  rs.stubGlobal('fetch', sent);
  const reached = await probeOrigin(new AbortController().signal);
  const [url = '', init = {}] = sent.mock.calls[0] ?? [];
  return { reached, init, request: new Request(new URL(url, location.href), init) };
}

test.for([200, 404, 405, 500, 503])('counts status %i as reachable', async (status) => {
  expect((await probe(async () => new Response(null, { status }))).reached).toBe(true);
});

test('counts a network error as unreachable', async () => {
  expect((await probe(() => Promise.reject(new TypeError('Failed to fetch')))).reached).toBe(false);
});

test('sends a HEAD request to its own origin, without cache or credentials', async () => {
  const { init, request } = await probe(async () => new Response());
  expect(new URL(request.url).origin).toBe(location.origin);
  expect(init).toMatchObject({ method: 'HEAD', cache: 'no-store', credentials: 'omit', redirect: 'manual' });
  expect(handleFetch(request, () => {})).toBeUndefined();
});
