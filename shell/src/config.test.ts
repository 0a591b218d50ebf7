import { afterEach, expect, rs, test } from '@rstest/core';
import { fetchConfig } from './config.ts';

const SITE = { apiUrl: '/v1/api', liveUrl: '/v1/live', offline: false };

afterEach(() => {
  document.querySelector('base')?.remove();
  rs.unstubAllGlobals();
});

/** A server with these files; any other path is answered with `missing`. */
function serve(files: Record<string, object>, missing = () => new Response('', { status: 404 })) {
  rs.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, document.baseURI);
    return pathname in files ? Response.json(files[pathname]) : missing();
  });
}

function standAloneAt(folder: string) {
  const base = document.createElement('base');
  base.href = `https://board.example${folder}`;
  document.head.append(base);
}
const webPage = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });

test('the shell reads the site’s, and can’t do without', async () => {
  serve({ '/config.json': SITE });
  expect(await fetchConfig()).toEqual(SITE);
  serve({});
  await expect(fetchConfig()).rejects.toThrow('404');
});

test('a standalone page of a site takes what its own file leaves open from the site’s', async () => {
  standAloneAt('/remotes/operator/');
  serve({ '/config.json': SITE, '/remotes/operator/config.json': { liveUrl: '/other' } });
  expect(await fetchConfig()).toEqual({ ...SITE, liveUrl: '/other' });
});

test('a standalone page whose own file names a backend asks for nothing else', async () => {
  standAloneAt('/boards/');
  const own = { apiUrl: 'https://app.example/v1/api' };
  serve({ '/boards/config.json': own }, () => new Response('', { status: 500 }));
  expect(await fetchConfig()).toEqual(own);
});

test.for([
  ['says so', undefined],
  ['answers its page', webPage],
] as const)(
  'a standalone page without any file has the defaults, where the server %s',
  async ([, missing]) => {
    standAloneAt('/');
    serve({}, missing);
    expect(await fetchConfig()).toEqual({});
  },
);

test('a server that fails leaves nothing to be guessed', async () => {
  standAloneAt('/');
  serve({}, () => new Response('', { status: 503 }));
  await expect(fetchConfig()).rejects.toThrow('503');
});
