import { expect, test } from '@rstest/core';
import { WEB_APP_SEGMENTS } from '@shared/contract/segments';
import { BRANDS_FOLDER, BUILD_FOLDER } from '@shared/contract/url-layout';
import { builtFileAt, REMOTE_FOLDER, remoteFileAt, VERSION_FOLDER } from './built-files.ts';

test.each([
  ['/static/js/index.0123456789.js', 'js/index.0123456789.js'],
  ['/remotes/sites/0.1.0-1a2b3c4d/home.js', 'home.js'],
  ['/remotes/sites/standalone/static/js/index.0123456789.js', 'js/index.0123456789.js'],
])('%s is a built file', (pathname, file) => {
  expect(builtFileAt(pathname)).toBe(file);
});

test.each([
  '/',
  '/static',
  '/brands/marca/terms.txt',
  '/remotes/sites',
  '/remotes/sites/marca/charger/7',
  '/remotes/sites/static/x.js',
  '/remotes/sites/0.1.0-1a2b3c4d/',
  '/marca/static/x.js',
])('%s is not a built file', (pathname) => {
  expect(builtFileAt(pathname)).toBeUndefined();
});

test('the patterns agree on the files of a version', () => {
  const pathname = '/remotes/sites/0.1.0-1a2b3c4d/static/assets/worker.mjs';
  expect(remoteFileAt(pathname)).toEqual({
    name: 'sites',
    version: '0.1.0-1a2b3c4d',
    file: 'static/assets/worker.mjs',
  });
  expect(REMOTE_FOLDER.exec(pathname)?.[1]).toBe('/remotes/sites');
  expect(VERSION_FOLDER.exec(pathname)?.slice(0, 2)).toEqual([
    '/remotes/sites/0.1.0-1a2b3c4d/',
    '/remotes/sites/',
  ]);
});

test('no brand can have the name of a folder', () => {
  for (const folder of [BRANDS_FOLDER, BUILD_FOLDER, '/remotes/'])
    expect(WEB_APP_SEGMENTS).toContain(folder.split('/')[1]);
});
