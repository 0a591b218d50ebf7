import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { integrityOfBytes } from '@shared/registry/integrity';
import { type ForeignRemote, foreignVersion } from './foreign-version.ts';

const TYPES: Record<string, string> = { js: 'text/javascript', css: 'text/css', json: 'application/json' };
const WEB_APP = 'https://app.example';

/** Files by path. */
let files: Record<string, string>;
let headers: Record<string, string>;
const server = createServer(({ url = '' }, response) => {
  const file = files[url];
  const type = TYPES[url.split('.').at(-1) ?? ''] ?? '';
  response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': type, ...headers }).end(file);
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
});
beforeEach(() => {
  headers = { 'Access-Control-Allow-Origin': '*' };
  files = {
    '/m.json': JSON.stringify(manifest({})),
    '/entry.js': 'import("./lazy.js")',
    '/promo.js': 'import{a}from"./lazy.js";import"./entry.js"',
    '/promo.css': 'p{}',
    '/lazy.js': 'export {}',
  };
});

/** What a plugin writes, with the changes. */
const REACT: object = { name: 'react' };
const manifest = ({ meta = {}, shared = [REACT], exposes = ['./Promo'] }) => ({
  metaData: {
    buildInfo: { buildVersion: '1.2.3' },
    remoteEntry: { name: 'entry.js', path: '', type: 'module' },
    globalName: 'promotions',
    publicPath: 'auto',
    ...meta,
  },
  shared,
  exposes: exposes.map((path) => ({
    path,
    assets: { js: { sync: ['promo.js'], async: [] }, css: { sync: ['promo.css'], async: [] } },
  })),
});

const register = (changes: Partial<ForeignRemote> = {}, remoteOrigins = [origin], webApp = WEB_APP) =>
  foreignVersion(
    {
      name: 'promotions',
      url: `${origin}/m.json`,
      screens: ['promocoes/:id=./Promo'],
      fills: ['sites.banner=./Promo'],
      access: 'login',
      owner: { team: 'Growth', contact: '#growth' },
      contract: '^4.0.0',
      ...changes,
    },
    webApp,
    { remoteOrigins },
  );

test('names the entry and all files of the exposed modules, also those that their code imports', async () => {
  const record = await register();
  const file = (path: string) => ({
    url: `${origin}/${path}`,
    integrity: integrityOfBytes(Buffer.from(files[`/${path}`] ?? '')),
  });
  expect(record).toMatchObject({
    version: expect.stringMatching(/^1\.2\.3-[0-9a-f]{8}$/),
    container: 'module',
    entry: file('entry.js'),
    contract: '>=4.0.0 <5.0.0',
    modules: { 'promocoes/:id': './Promo', 'sites.banner': './Promo' },
    screens: [{ segment: 'promocoes', access: 'login', routes: ['promocoes/:id'] }],
    fills: ['sites.banner'],
    preload: { '*': ['lazy.js', 'promo.css', 'promo.js'].map(file) },
  });
});

test('the version changes with each file, and only then', async () => {
  const before = await register();
  expect((await register()).version).toBe(before.version);
  files['/lazy.js'] = 'export default 1';
  expect((await register()).version).not.toBe(before.version);
});

test('reads a script with its global, and an ES module without a manifest', async () => {
  const meta = { remoteEntry: { name: 'entry.js', path: '/', type: 'global' }, publicPath: '/' };
  files['/m.json'] = JSON.stringify(manifest({ meta }));
  expect(await register()).toMatchObject({ container: 'script', global: 'promotions' });
  const module = await register({ url: `${origin}/entry.js` });
  expect(module.container).toBe('module');
  expect(module.preload['*']?.map(({ url }) => url)).toEqual([`${origin}/lazy.js`]);
  const script = await register({ url: `${origin}/entry.js`, global: 'mine' });
  expect(script).toMatchObject({ container: 'script', global: 'mine', preload: { '*': [] } });
});

test('accepts a React that it would replace by the one of the shell', async () => {
  const react = { name: 'react', singleton: true, requiredVersion: '^18.0.0' };
  files['/m.json'] = JSON.stringify(manifest({ shared: [react] }));
  expect((await register()).container).toBe('module');
});

test("has paths of files below the remote's folder of the web app, and refuses others of its origin", async () => {
  files['/remotes/promotions/entry.js'] = '';
  const record = await register({ url: `${origin}/remotes/promotions/entry.js` }, [], origin);
  expect(record.entry.url).toBe('/remotes/promotions/entry.js');
  await expect(register({}, [], origin)).rejects.toThrow('must be below /remotes/promotions/');
});

const refusals: [title: string, act: () => Promise<unknown>, reason: RegExp][] = [
  ['an invalid name', () => register({ name: 'No' }), /not a valid name/],
  ['no screen or slot', () => register({ screens: [], fills: [] }), /at least one/],
  ['a component for some screens only', () => register({ screens: ['promocoes'] }), /or none/],
  ['an unknown access rule', () => register({ access: 'guest' }), /login or home/],
  ['an unreadable range', () => register({ contract: 'new' }), /no range/],
  ['an origin that config.json does not list', () => register({}, []), /remoteOrigins/],
  ['a missing manifest', () => register({ url: `${origin}/none.json` }), /status 404/],
  ['a module that it does not expose', () => register({ screens: ['a=./B'] }), /doesn't expose .\/B/],
];
test.each(refusals)('refuses %s', async (_, act, reason) => {
  await expect(act()).rejects.toThrow(reason);
});

const broken: [title: string, change: () => void, reason: RegExp][] = [
  ['is not JSON', () => (files['/m.json'] = '<p>'), /is not JSON/],
  ['has no fields', () => (files['/m.json'] = '{}'), /metaData/],
  ['shares no react', () => (files['/m.json'] = JSON.stringify(manifest({ shared: [] }))), /second one/],
  [
    'needs another React, not as a singleton',
    () => {
      const react = { name: 'react', singleton: false, requiredVersion: '^18.0.0' };
      files['/m.json'] = JSON.stringify(manifest({ shared: [react] }));
    },
    /second React/,
  ],
  [
    'has an entry of another type',
    () => {
      const meta = { remoteEntry: { name: 'entry.js', path: '', type: 'system' } };
      files['/m.json'] = JSON.stringify(manifest({ meta }));
    },
    /type system/,
  ],
  ['names a missing file', () => delete files['/promo.css'], /promo\.css: status 404/],
  ['imports a missing file', () => delete files['/lazy.js'], /lazy\.js: status 404/],
  [
    'names a URL with a query',
    () => {
      const meta = { remoteEntry: { name: 'entry.js?v=1', path: '', type: 'module' } };
      files['/m.json'] = JSON.stringify(manifest({ meta }));
      files['/entry.js?v=1'] = '';
    },
    /or a query/,
  ],
  ['is not allowed to other origins', () => (headers = {}), /Access-Control-Allow-Origin/],
];
test.each(broken)('refuses a container that %s', async (_, change, reason) => {
  change();
  await expect(register()).rejects.toThrow(reason);
});
