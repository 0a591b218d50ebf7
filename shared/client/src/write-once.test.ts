import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { ApiError } from './api-error.ts';
import { updateServerClock } from './server-clock.ts';
import { joinWrite, writeOnce } from './write-once.ts';

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.restoreAllMocks();
  rs.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

const lost = () => Promise.reject(new ApiError('timeout', 'POST /start'));
const refused = () => Promise.reject(new ApiError('status', 'POST /start', 409));
const succeed = (key: string) => Promise.resolve(key);

/** Writes once. Returns the key that was sent. */
async function keyOf(end: (key: string) => Promise<unknown>): Promise<string> {
  let sent = '';
  const send = (key: string) => {
    sent = key;
    return end(key);
  };
  await writeOnce('start:5:12345-1', send).catch(() => undefined);
  return sent;
}

test('reuses the key after a lost response, until a response arrives', async () => {
  const first = await keyOf(lost);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await keyOf(lost)).toBe(first);
  expect(await keyOf(succeed)).toBe(first);
  expect(await keyOf(succeed)).not.toBe(first);
});

test('reuses the key after a 408 for the repeated request', async () => {
  const first = await keyOf(lost);
  expect(await keyOf(() => Promise.reject(new ApiError('status', 'POST /start', 408)))).toBe(first);
  expect(await keyOf(succeed)).toBe(first);
});

test('settles the write on a refusal', async () => {
  const first = await keyOf(refused);
  expect(await keyOf(succeed)).not.toBe(first);
});

/** Makes one write per end, all with the same intent. Returns the keys that were sent. */
async function keysOf(...ends: (() => Promise<string>)[]): Promise<string[]> {
  const keys: string[] = [];
  for (const end of ends) {
    const send = (key: string) => {
      keys.push(key);
      return end();
    };
    await writeOnce('topUp:5:31:3500', send, undefined, (state) => state === 'captured').catch(
      () => undefined,
    );
  }
  return keys;
}
const undecided = async () => 'captured';
const paid = async () => 'paid';
const refusedWith = (status: number, code: string) => () =>
  Promise.reject(new ApiError('status', 'POST /wallet/Balance', status, { code }));

test.each([
  ['a lost response', lost],
  ['an undecided response', undecided],
])('after %s, only a response of the write itself settles the write', async (_, first) => {
  const stops = [
    refusedWith(401, 'INVALID_TOKEN'),
    refusedWith(403, 'FORBIDDEN'),
    refusedWith(407, ''),
    refusedWith(404, ''),
    refusedWith(429, 'TOO_MANY_REQUESTS'),
  ];
  const keys = await keysOf(first, ...stops, paid, paid);
  expect(new Set(keys.slice(0, -1)).size).toBe(1);
  expect(keys.at(-1)).not.toBe(keys[0]);
  const [lostKey, refusedKey, nextKey] = await keysOf(
    first,
    refusedWith(409, 'IDEMPOTENCY_KEY_REUSED'),
    paid,
  );
  expect(refusedKey).toBe(lostKey);
  expect(nextKey).not.toBe(lostKey);
});

test('keeps the key on a 401 after the page was closed while a request was sent', async () => {
  let sent = '';
  void writeOnce('topUp:5:31:3500', (key) => {
    sent = key;
    return new Promise<string>(() => {});
  });
  expect(await keysOf(refusedWith(401, 'INVALID_TOKEN'), paid)).toEqual([sent, sent]);
});

test('a refusal of a proxy after a lost response is not definitive', async () => {
  await keyOf(lost);
  const busy = new ApiError('status', 'POST /start', 429);
  await expect(writeOnce('start:5:12345-1', () => Promise.reject(busy))).rejects.toBe(busy);
  expect(busy).toMatchObject({ isDefinitive: false });
});

test.each([401, 429])('settles the write on a %i for its first request', async (status) => {
  const first = await keyOf(() => Promise.reject(new ApiError('status', 'POST /start', status)));
  expect(await keyOf(succeed)).not.toBe(first);
});

test('uses a new key when the response was lost long ago', async () => {
  const first = await keyOf(lost);
  rs.setSystemTime(Date.now() + 86_400_000);
  expect(await keyOf(succeed)).not.toBe(first);
});

test("reuses the key when the device's clock is corrected after a lost response", async () => {
  const date = new Date().toUTCString();
  const first = await keyOf(lost);
  rs.setSystemTime(Date.now() + 3_600_000);
  updateServerClock(new Headers({ date }));
  expect(await keyOf(succeed)).toBe(first);
});

test('keeps the key for a day after a response that decides nothing, also when a repeat is lost', async () => {
  const intent = 'topUp:5:31:3500';
  const keys: string[] = [];
  const run = (end: (key: string) => Promise<string>, isUndecided = false) =>
    writeOnce(
      intent,
      (key) => {
        keys.push(key);
        return end(key);
      },
      joinWrite(intent),
      () => isUndecided,
    ).catch(() => undefined);
  await run(succeed, true);
  rs.setSystemTime(Date.now() + 20 * 3_600_000);
  await run(lost);
  rs.setSystemTime(Date.now() + 20 * 3_600_000);
  await run(succeed);
  expect(new Set(keys).size).toBe(1);
  await run(succeed);
  expect(new Set(keys).size).toBe(2);
});

test('works without HTTPS, where locks and randomUUID are missing', async () => {
  expect(navigator.locks).toBeFalsy();
  rs.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('not a function');
  });
  expect(await writeOnce('start:5:12345-1', async () => 'done')).toBe('done');
});

test('queues tabs for the same intent if the browser has locks', async () => {
  const request = rs.fn((_name: string, run: () => unknown) => run());
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  await keyOf(succeed);
  expect(request).toHaveBeenCalledWith('attempt:start:5:12345-1', expect.any(Function));
});

test("joins another tab's running write, even if it settles before this tab's turn", async () => {
  let queue: Promise<unknown> = Promise.resolve();
  const request = (_name: string, run: () => Promise<unknown>) => {
    queue = queue.then(run, run);
    return queue;
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  const [first, second] = await Promise.all([keyOf(succeed), keyOf(succeed)]);
  expect(second).toBe(first);
  expect(await keyOf(succeed)).not.toBe(first);
});

test('runs one write for two tabs with open confirmations, even if one confirms long after the other', async () => {
  const firstTabKey = joinWrite('topUp:5:pix:3500');
  const secondTabKey = joinWrite('topUp:5:pix:3500');
  const sent: string[] = [];
  const send = async (key: string) => void sent.push(key);
  await writeOnce('topUp:5:pix:3500', send, firstTabKey);
  await writeOnce('topUp:5:pix:3500', send, secondTabKey);
  expect(sent).toEqual([firstTabKey, firstTabKey]);
  expect(joinWrite('topUp:5:pix:3500')).not.toBe(firstTabKey);
});

test('keeps the key in memory on a device that stores nothing', async () => {
  rs.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const first = await keyOf(lost);
  expect(await keyOf(succeed)).toBe(first);
});
