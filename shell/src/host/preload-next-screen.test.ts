import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { fakeFile } from '../remotes/registry/fake-registry.testing.ts';
import { preloadNextScreen } from './preload-next-screen.ts';

const FILES: Record<string, ReturnType<typeof fakeFile>[]> = {
  'charger/7': [fakeFile('sites/1/entry.js'), fakeFile('sites/1/site.js')],
};
const source = { filesAt: (path: string) => FILES[path] ?? [] };

let requested: [url: string, init?: RequestInit][];
let runIdle: (() => void)[];
beforeEach(() => {
  requested = [];
  runIdle = [];
  document.body.innerHTML =
    '<a href="/faisca/extract">Saldo</a><main><a href="/faisca/charger/7">A</a></main>';
  rs.stubGlobal('requestIdleCallback', (callback: () => void) => runIdle.push(callback));
  rs.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    requested.push([url, init]);
    return new Response('');
  });
});
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(navigator, 'connection');
  rs.unstubAllGlobals();
});

const connect = (connection: Navigator['connection']) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
const becomeIdle = () => {
  for (const run of runIdle) run();
};

test('fetches the files of the first link in the content, with their hashes, once the browser is idle', async () => {
  const preloading = preloadNextScreen(source);
  await Promise.resolve();
  expect(requested).toEqual([]);
  becomeIdle();
  await preloading;
  expect(requested).toEqual(
    FILES['charger/7']?.map(({ url, integrity }) => [url, { integrity, priority: 'low' }]),
  );
});

test.each([
  ['preloads on a fast connection', { effectiveType: '4g', saveData: false }, 2],
  ['does not preload on a slow connection', { effectiveType: '3g', saveData: false }, 0],
  ['does not preload with data saver', { effectiveType: '4g', saveData: true }, 0],
])('%s', async (_, connection, files) => {
  connect(connection);
  const preloading = preloadNextScreen(source);
  becomeIdle();
  await preloading;
  expect(requested).toHaveLength(files);
});

test('preloads without `requestIdleCallback`, but nothing without a link or a remote', async () => {
  rs.stubGlobal('requestIdleCallback', undefined);
  await preloadNextScreen(source);
  expect(requested).toHaveLength(2);
  await preloadNextScreen({});
  document.body.replaceChildren();
  await preloadNextScreen(source);
  expect(requested).toHaveLength(2);
});

test('ignores a failed request', async () => {
  rs.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const preloading = preloadNextScreen(source);
  becomeIdle();
  await expect(preloading).resolves.toBeUndefined();
});
