import { afterEach, expect, rs, test } from '@rstest/core';

const anyDescriptor = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {};

afterEach(() => {
  Object.defineProperty(AbortSignal, 'any', anyDescriptor);
  rs.unstubAllGlobals();
});

test('works without `AbortSignal.any`, which Safari supports since 17.4', async () => {
  Object.defineProperty(AbortSignal, 'any', { ...anyDescriptor, value: undefined });
  // The HTTP client checks for `AbortSignal.any` on load.
  rs.resetModules();
  const { send } = await import('./send.ts');
  const caller = new AbortController();
  const sendTo = (respond: (request: Request) => Promise<Response>) => {
    rs.stubGlobal('fetch', respond);
    const options = { timeout: 60_000, signal: caller.signal, onReached: () => {} };
    return send('GET /', 'http://localhost/', options).catch((error: unknown) => error);
  };
  expect(await sendTo(async () => Response.json({ csId: 7 }))).toEqual({ csId: 7 });
  const aborted = sendTo(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  setTimeout(() => caller.abort());
  expect(await aborted).toMatchObject({ name: 'ApiError', kind: 'network' });
});
