import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { ApiError } from '@shared/client';
import type { Place } from './report.ts';
import { createReporter } from './send-reports.ts';

const DSN = 'https://key@errors.example/below/42';
const context = () => ({
  brand: 'marca',
  path: '/marca/forgot-password-app/s3cr3t',
  release: 'index.1.js',
  teamOf: (remote: string) => (remote === 'sites' ? 'Locais' : undefined),
});
let posted: { url: string; init: RequestInit }[];
let respond: () => Promise<Response>;

beforeEach(() => {
  rs.useFakeTimers();
  posted = [];
  respond = async () => new Response('{}');
  rs.stubGlobal('fetch', (url: string, init: RequestInit) => {
    posted.push({ url, init });
    return respond();
  });
});
afterEach(() => {
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
  rs.useRealTimers();
});

test("posts an envelope of three lines to the project's URL, without cookies and referrer", async () => {
  createReporter(DSN, context)(new TypeError('x'), { remote: 'sites', version: '0.1.0-1a2b3c4d' });
  await rs.advanceTimersByTimeAsync(1);
  const [{ url, init } = { url: '', init: {} }] = posted;
  expect(url).toMatch(/^https:\/\/errors\.example\/below\/api\/42\/envelope\/\?/);
  expect(new URL(url).searchParams.get('sentry_key')).toBe('key');
  expect(init).toMatchObject({
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  const [header, item, event] = String(init.body)
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(item).toEqual({ type: 'event' });
  expect(event).toMatchObject({
    event_id: header.event_id,
    release: 'index.1.js',
    transaction: '/marca/forgot-password-app/:x',
    tags: {
      brand: 'marca',
      where: 'remote sites 0.1.0-1a2b3c4d',
      remote: 'sites@0.1.0-1a2b3c4d',
      owner: 'Locais',
    },
    exception: { values: [{ type: 'TypeError', value: 'x' }] },
    sdk: { settings: { infer_ip: 'never' } },
  });
  expect(header.event_id).toMatch(/^[0-9a-f]{32}$/);
});

test('sends the same error once, and at most 10 errors a minute', () => {
  const send = createReporter(DSN, context);
  for (let time = 0; time < 5; time += 1) send(new Error('again'), 'window');
  // Errors are compared by their stack, so two created on the same line are the same.
  expect(posted).toHaveLength(1);
  for (const name of 'abcdefghijklmnop') send(new Error(`kind ${name}`), 'window');
  expect(posted).toHaveLength(10);
  rs.advanceTimersByTime(61_000);
  for (const name of 'ABCD') send(new Error(`kind ${name}`), 'window');
  expect(posted).toHaveLength(14);
});

test('logs its own failure to the console only', async () => {
  const warn = rs.spyOn(console, 'warn').mockImplementation(() => {});
  respond = () => Promise.reject(new TypeError('Failed to fetch'));
  const send = createReporter(DSN, context);
  send(new Error('x'), 'window');
  await rs.advanceTimersByTimeAsync(1);
  expect(warn).toHaveBeenCalledTimes(1);
  const hostile = new Error('x');
  Object.defineProperty(hostile, 'message', {
    get() {
      throw new Error('no');
    },
  });
  expect(() => send(hostile, 'window')).not.toThrow();
  expect(posted).toHaveLength(1);
});

test('throws for an invalid DSN', () => {
  for (const dsn of [
    '',
    'nonsense',
    'https://errors.example/42',
    'https://key@errors.example/',
    'ftp://key@a.example/1',
  ])
    expect(() => createReporter(dsn, context)).toThrow(TypeError);
});

test('queues up to 50 reports until the service is known, and skips lost connections', async () => {
  rs.spyOn(console, 'error').mockImplementation(() => {});
  const { report, sendReports } = await import('./report.ts');
  const sent: Place[] = [];
  for (let count = 0; count < 60; count += 1) report(new Error(String(count)), 'early');
  sendReports((_, where) => sent.push(where));
  expect(sent).toHaveLength(50);
  report(new ApiError('network', 'GET /x'), 'balance');
  report(new ApiError('status', 'GET /x', 500), 'balance');
  expect(sent.slice(50)).toEqual(['balance']);
  sendReports(() => {});
});
