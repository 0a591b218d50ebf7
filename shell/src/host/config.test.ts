import { afterEach, expect, rs, test } from '@rstest/core';
import { fetchConfig, fetchStandaloneConfig } from './config.ts';

const SHELL_CONFIG = { apiUrl: '/v1/api', liveUrl: '/v1/live', offline: false };

afterEach(() => {
  document.querySelector('base')?.remove();
  rs.unstubAllGlobals();
});

/** Serves these files; any other path gets the response of `missing`. */
function serve(files: Record<string, object>, missing = () => new Response('', { status: 404 })) {
  rs.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, document.baseURI);
    return pathname in files ? Response.json(files[pathname]) : missing();
  });
}

function setStandalonePath(folder: string) {
  const base = document.createElement('base');
  base.href = `https://board.example${folder}`;
  document.head.append(base);
}
const jsonError = () => Response.json({ message: 'Not Found' });
const webPage = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

test('the shell reads its config.json and fails without it', async () => {
  serve({ '/config.json': SHELL_CONFIG });
  expect(await fetchConfig()).toEqual(SHELL_CONFIG);
  serve({});
  await expect(fetchConfig()).rejects.toThrow('404');
});

test("a standalone page merges its own file over the shell's", async () => {
  setStandalonePath('/remotes/operator/');
  serve({ '/config.json': SHELL_CONFIG, '/remotes/operator/config.json': { liveUrl: '/other' } });
  expect(await fetchStandaloneConfig()).toEqual({ ...SHELL_CONFIG, liveUrl: '/other' });
});

test('a standalone page requests no other file if its own names a backend', async () => {
  setStandalonePath('/boards/');
  const own = { apiUrl: 'https://app.example/v1/api' };
  serve({ '/boards/config.json': own }, () => new Response('', { status: 500 }));
  expect(await fetchStandaloneConfig()).toEqual(own);
});

test.for([
  ['returns 404', undefined],
  ['returns a web page', webPage],
  ['returns an error in JSON', jsonError],
] as const)(
  'a standalone page without any file uses the defaults when the server %s',
  async ([, missing]) => {
    setStandalonePath('/');
    serve({}, missing);
    expect(await fetchStandaloneConfig()).toEqual({});
  },
);

test('fails when the server fails', async () => {
  setStandalonePath('/');
  serve({}, () => new Response('', { status: 503 }));
  await expect(fetchStandaloneConfig()).rejects.toThrow('503');
});
