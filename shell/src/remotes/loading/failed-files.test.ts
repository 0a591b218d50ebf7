import { afterEach, expect, rs, test } from '@rstest/core';
import { refetchFailedFiles, watchFailedFiles } from './failed-files.ts';

const INTEGRITY = `sha256-${'A'.repeat(43)}=`;

afterEach(() => {
  rs.unstubAllGlobals();
  document.head.replaceChildren();
});

test('does not fetch a file again that has loaded since it failed', async () => {
  const requests: string[] = [];
  rs.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    throw new TypeError('Failed to fetch');
  });
  watchFailedFiles();
  const script = Object.assign(document.createElement('script'), {
    type: 'text/plain',
    src: '/b.js',
    integrity: INTEGRITY,
  });
  document.head.append(script);
  script.dispatchEvent(new Event('error'));
  script.dispatchEvent(new Event('load'));
  requests.length = 0;
  await refetchFailedFiles();
  expect(requests).toEqual([]);
});

test('fetches a script or stylesheet that failed past the HTTP cache, and again at the next retry', async () => {
  const requests: [url: string, how: unknown][] = [];
  let isRepaired = false;
  rs.stubGlobal('fetch', async (url: string, { cache, integrity }: RequestInit) => {
    requests.push([new URL(url).pathname, { cache, integrity }]);
    if (!isRepaired) throw new TypeError('Failed to fetch');
    return new Response('right');
  });
  watchFailedFiles();
  // Of a type that the simulated browser doesn't load.
  const script = Object.assign(document.createElement('script'), {
    type: 'text/plain',
    src: '/a.js',
    integrity: INTEGRITY,
  });
  const style = Object.assign(document.createElement('link'), { href: '/a.css', integrity: INTEGRITY });
  const unchecked = document.createElement('img');
  document.head.append(script, style, unchecked);
  for (const element of [script, style, unchecked]) element.dispatchEvent(new Event('error'));
  expect(await refetchFailedFiles()).toBe(false);
  const fresh = { cache: 'reload', integrity: INTEGRITY };
  expect(requests.slice(-2)).toEqual([
    ['/a.js', fresh],
    ['/a.css', fresh],
  ]);

  isRepaired = true;
  expect(await refetchFailedFiles()).toBe(true);
  requests.length = 0;
  expect(await refetchFailedFiles()).toBe(false);
  expect(requests).toEqual([]);
});
