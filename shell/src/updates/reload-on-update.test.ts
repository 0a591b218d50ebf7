import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { RegistryFile } from '@shared/registry';
import { reloadOnUpdate } from './reload-on-update.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const page = (name: string) => `<script defer src="/static/${name}.js" integrity="sha256-x"></script>`;

/** The page that the server returns; `entry` is the remote's. */
let served: string;
let entry: string;
let requests: string[];
let isDown: boolean;
let ended: AbortController;
const reload = rs.fn();

beforeEach(() => {
  rs.useFakeTimers();
  sessionStorage.clear();
  // A type that browsers don't execute.
  document.head.innerHTML = page('one').replace('defer', 'type="text/plain"');
  document.body.innerHTML = '';
  [served, entry, requests, isDown] = [page('one'), 'r1', [], false];
  reload.mockClear();
  rs.spyOn(location, 'reload').mockImplementation(reload);
  rs.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    if (isDown) throw new TypeError('Failed to fetch');
    return new Response(served);
  });
});
afterEach(() => {
  ended.abort();
  rs.useRealTimers();
  rs.restoreAllMocks();
  rs.unstubAllGlobals();
});

/** Simulates a page load with the remote's current entry. */
function load() {
  ended?.abort();
  ended = new AbortController();
  const loadedEntry = entry;
  const findNewerRemote = async (): Promise<RegistryFile | undefined> =>
    isDown || entry === loadedEntry ? undefined : { url: entry, integrity: 'sha256-x' };
  reloadOnUpdate(findNewerRemote, ended.signal);
}
const pass = (ms: number) => rs.advanceTimersByTimeAsync(ms);

test("checks about every ten minutes, and doesn't reload while nothing changes", async () => {
  load();
  await pass(7 * 24 * HOUR);
  expect(requests.length).toBeGreaterThan(800);
  expect(requests.length).toBeLessThanOrEqual(1008);
  expect(reload).not.toHaveBeenCalled();
});

test('reloads for a new page within a quarter of an hour', async () => {
  load();
  served = page('two');
  await pass(9 * MINUTE);
  expect(reload).not.toHaveBeenCalled();
  await pass(4 * MINUTE);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(requests.at(-1)).toBe('/static/two.js');
});

test('reloads when only the remote has a new or rolled-back version', async () => {
  load();
  entry = 'r2';
  await pass(13 * MINUTE);
  expect(reload).toHaveBeenCalledTimes(1);
  load();
  entry = 'r1';
  await pass(13 * MINUTE);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("doesn't reload soon after a touch, with a dialog open or with text in a field", async () => {
  load();
  served = page('two');
  const touching = setInterval(() => dispatchEvent(new Event('pointerdown')), 20_000);
  await pass(HOUR);
  expect(reload).not.toHaveBeenCalled();
  clearInterval(touching);
  document.body.innerHTML = '<dialog open></dialog>';
  await pass(HOUR);
  expect(reload).not.toHaveBeenCalled();
  document.body.innerHTML = '<input>';
  const [field] = document.getElementsByTagName('input');
  Object.assign(field ?? {}, { value: 'ABC' });
  await pass(HOUR);
  expect(reload).not.toHaveBeenCalled();
  Object.assign(field ?? {}, { value: '' });
  await pass(2 * MINUTE);
  expect(reload).toHaveBeenCalledTimes(1);
});

test.for([
  ['an unreachable server', '', true],
  ['a server in maintenance', '<h1>Back soon</h1>', false],
  ['a captive portal', '<script src="portal.js"></script>', false],
] as const)("doesn't reload for %s", async ([, response, down]) => {
  load();
  [served, isDown] = [response, down];
  await pass(2 * HOUR);
  expect(reload).not.toHaveBeenCalled();
});

test('waits hours before it repeats a reload that did not bring the new version', async () => {
  load();
  served = page('two');
  await pass(13 * MINUTE);
  load();
  await pass(5 * HOUR);
  expect(reload).toHaveBeenCalledTimes(1);
  await pass(2 * HOUR);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('stops when the screen unmounts', async () => {
  load();
  ended.abort();
  served = page('two');
  await pass(HOUR);
  expect(requests).toEqual([]);
});
