import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { startServer } from '../start-server.testing.ts';
import { type FakeWebApp, HOME, writeFakeWebApp } from './write-build.testing.ts';

let dist = '';
let site: FakeWebApp;
let server: Awaited<ReturnType<typeof startServer>>;
const otherServers: (typeof server)[] = [];

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'first-views-'));
  site = await writeFakeWebApp(dist);
  server = await startServer(dist);
});
beforeEach(() => site.publish());
afterAll(async () => {
  for (const one of [server, ...otherServers]) await one.close();
  await rm(dist, { recursive: true });
});

let visits = 0;
/** Returns a path that no other test has opened, since pages are shared for a second. */
const unshared = (path = HOME) => `${path}?visit=${++visits}`;

async function open(path: string, cookie = '', at = server) {
  const response = await fetch(at.url + path, { headers: { cookie } });
  const html = await response.text();
  const [, view] = /<main class="home">(.*?)<\/main>/.exec(html) ?? [];
  const [, data] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(html) ?? [];
  return {
    status: response.status,
    headers: response.headers,
    html,
    facts: view === undefined ? undefined : JSON.parse(view),
    data: data === undefined ? undefined : JSON.parse(data),
  };
}

test('sends the first view with its styles, its data and the brand’s colours, name and record', async () => {
  const openedAt = Date.now();
  const { status, html, facts, data, headers } = await open(unshared());
  expect(status).toBe(200);
  expect(facts).toMatchObject({ brand: 'faisca', isUser: false });
  expect(facts.names).toHaveLength(2);
  expect(html).toContain('style="--brand:#123456"');
  expect(html).toContain('<title>Título de faisca</title>');
  expect(html).toContain('.home{color:red}');
  expect(html).not.toContain('.other{color:blue}');
  expect(html.indexOf('rel="stylesheet"')).toBeGreaterThan(html.indexOf('<div id="root">'));
  expect(data.record.appBrand).toBe('faisca');
  expect(data.reads[0].data.length).toBeGreaterThan(2);
  expect(data.at).toBeGreaterThanOrEqual(openedAt);
  expect(data.at).toBeLessThanOrEqual(Date.now());
  expect(headers.get('vary')).toBe('Accept-Encoding, Cookie');
  expect(headers.get('link')).not.toContain('/Applications/');
});

test('omits the preload of the script for API calls for a guest, who needs none before the app runs', async () => {
  const hint = '<link href="/static/js/async/send';
  expect((await open(unshared())).html).not.toContain(hint);
  const ofUser = await open(unshared('/'), 'view=aurora.user');
  expect(ofUser.facts).toMatchObject({ isUser: true });
  expect(ofUser.html).toContain(hint);
  expect((await open('/faisca/login')).html).toContain(hint);
});

test('allows the inline script by its hash, and no other one', async () => {
  const { html, headers } = await open(unshared());
  const [, script = ''] = /<script>(.*?)<\/script>/.exec(html) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  const [, sources = ''] = /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
  expect(sources.split(' ')).toEqual(["'self'", "'wasm-unsafe-eval'", `'sha256-${hash}'`]);
});

test('renders for the remembered place and brand, and without personal data for a user', async () => {
  const { facts, data } = await open(unshared('/'), 'a=b; view=aurora.user; place=-22.91,-43.17');
  expect(facts).toMatchObject({ brand: 'aurora', isUser: true, place: { lat: -22.91, lng: -43.17 } });
  expect(data.reads[0].queryKey[2]).toEqual({ lat: -22.91, lng: -43.17, dist: 10_000 });
  expect(data.brand).toBe('aurora');
});

test.each(['/AURORA/', '/aurora./', '/aurora%E2%80%8B%20'])(
  'renders the brand that %s means',
  async (path) => {
    const { facts, data } = await open(unshared(path));
    expect(facts).toMatchObject({ brand: 'aurora' });
    expect(data).toMatchObject({ brand: 'aurora', record: { appBrand: 'aurora' } });
  },
);

test.each(['view=../x.user; place=91,0', 'place=a,b', 'view=faisca.admin', 'place=-23.123456,-46.1'])(
  'ignores the malformed cookies %s',
  async (cookie) => {
    expect((await open(unshared(), cookie)).facts).toMatchObject({ brand: 'faisca', isUser: false });
    expect((await open(unshared(), cookie)).facts.place).toBeUndefined();
  },
);

test('renders once per second for requests with the same URL and place', async () => {
  let path = '';
  let renders: number[] = [];
  // On a slow machine, the requests may be more than a second apart.
  const rendersOnce = async () => {
    path = unshared();
    const pages = await Promise.all([1, 2, 3, 4].map(() => open(path)));
    renders = pages.map(({ facts }) => facts.renders);
    return new Set(renders).size === 1;
  };
  await expect.poll(rendersOnce).toBe(true);
  const elsewhere = await open(path, 'place=-22.91,-43.17');
  expect(elsewhere.facts.renders).toBeGreaterThan(renders[0] ?? Number.NaN);
  await expect.poll(async () => (await open(path)).facts.renders).toBeGreaterThan(elsewhere.facts.renders);
});

test('renders once per second for URLs that differ only in what the view does not depend on', async () => {
  const rendersOnce = async () => {
    const path = unshared();
    const pages = await Promise.all([1, 2, 3, 4].map((utm) => open(`${path}&utm=${utm}`)));
    return new Set(pages.map(({ facts }) => facts.renders)).size === 1;
  };
  await expect.poll(rendersOnce).toBe(true);
});

test.each([
  [['/x1', '/x2/', '///x3//', '/faisca//']],
  [['/x1/charger/1', '/x2//charger/1', '/x3/charger/1/']],
])('renders once per second for paths with the same view: %j', async (paths) => {
  const rendersOnce = async () => {
    const query = `?visit=${++visits}`;
    const pages = await Promise.all(paths.map((path) => open(path + query, 'view=faisca.guest')));
    return new Set(pages.map(({ facts }) => facts?.renders)).size === 1;
  };
  await expect.poll(rendersOnce).toBe(true);
});

test('sends the share tags of the path with a view that several paths share', async () => {
  const query = `?visit=${++visits}`;
  const tagOf = async (path: string) => {
    const { html, facts } = await open(path + query, 'view=faisca.guest');
    expect(facts).toBeDefined();
    return /<meta property="og:url" content="([^"]*)"/.exec(html)?.[1];
  };
  expect(await tagOf('/x1/charger/1')).toBeUndefined();
  expect(await tagOf('/faisca/charger/1')).toBe(`${server.url}/faisca/charger/1`);
  expect(await tagOf('/x2/charger/1')).toBeUndefined();
});

test('renders few views at once, sends the shell’s page to the others, and pauses nothing', async () => {
  const pages = await Promise.all(Array.from({ length: 60 }, () => open(unshared())));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  const viewCount = pages.filter(({ facts }) => facts).length;
  expect(viewCount).toBeGreaterThan(0);
  expect(viewCount).toBeLessThan(60);
  expect((await open(unshared())).facts).toBeDefined();
});

test('sends the shell’s page for a screen without a view, an unknown site and an unknown brand', async () => {
  for (const path of ['/faisca/login', '/faisca/charger/999999', '/nobody/', '/faisca/recharge/1/2'])
    expect(await open(path)).toMatchObject({ status: 200, facts: undefined });
  expect((await open(unshared('/faisca/charger/1'))).facts.names).toHaveLength(1);
});

test('sends the shell’s page if the app uses another backend', async () => {
  await site.write('config.json', '{"apiUrl":"https://api.example/v1"}');
  expect((await open(unshared())).facts).toBeUndefined();
  await site.write('config.json', '{"apiUrl":"/v1/api"}');
  expect((await open(unshared())).facts).toBeDefined();
});

test('reads no data that needs a login', async () => {
  expect(await open(`${HOME}?private`)).toMatchObject({ status: 200, facts: undefined });
  expect((await open(unshared())).facts).toBeDefined();
});

test('reads no data of a call with an effect', async () => {
  for (const search of ['?mail', '?geocoder']) {
    // Clears the failures in a row.
    expect((await open(unshared())).facts).toBeDefined();
    expect(await open(`${HOME}${search}`)).toMatchObject({ status: 200, facts: undefined });
  }
  expect(server.calls).toEqual([]);
  expect((await open(unshared())).facts).toBeDefined();
});

test('gives the bundles no process, no modules, no network and no code evaluation', async () => {
  // The import of the first render has ended by the second one.
  for (let round = 0; round < 2; round++)
    expect((await open(unshared())).facts).toMatchObject({ reached: [], evaluated: 'no', imported: false });
});

test('runs no bundle that was changed, needs another contract or was withdrawn', async () => {
  await site.publish({ contract: '^1.0.0' });
  expect((await open(unshared())).facts).toBeUndefined();
  await site.publish({
    prerender: { url: '/remotes/sites/1.0.0-abcdef12/prerender.js', integrity: `sha384-${'A'.repeat(64)}` },
  });
  expect((await open(unshared())).facts).toBeUndefined();
  const withdrawn = [
    { name: 'sites', version: '1.0.0-abcdef12', reason: 'failed', at: '2026-01-01T00:00:00Z' },
  ];
  await site.publish();
  expect((await open(unshared())).facts).toBeDefined();
  const registry = { remotes: [], withdrawn };
  await site.write('remotes.json', JSON.stringify(registry));
  expect((await open(unshared())).facts).toBeUndefined();
});

test.each(['server', 'inline'])('renders no view if the %s bundle of the shell was changed', async (name) => {
  const folder = join(dist, name);
  await writeFakeWebApp(folder);
  await appendFile(join(folder, `static/prerender/${name}.0123456789.js`), ' ');
  const changed = await startServer(folder);
  otherServers.push(changed);
  expect(await open(HOME, '', changed)).toMatchObject({ status: 200, facts: undefined });
  expect(changed.lines.join()).toContain(`${name}.0123456789.js is missing or was changed`);
});

test('names the candidate in the page, so that browsers that run it hide the view', async () => {
  const release = {
    version: '1.1.0-abcdef13',
    contract: '^4.0.0',
    screens: [{ segment: '' }],
    preload: {},
    entry: { url: '/remotes/sites/1.1.0-abcdef13/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  };
  await site.publish({}, { candidate: { release, traffic: 5 } });
  const { html } = await open(unshared());
  const [, conditions = ''] = /data-view="([^"]*)"/.exec(html) ?? [];
  expect(JSON.parse(conditions.replaceAll('&quot;', '"'))).toEqual({
    brand: 'faisca',
    isUser: false,
    tokenKey: 'token:faisca',
    candidate: { name: 'sites', version: '1.1.0-abcdef13', traffic: 5 },
  });
});

test.each([
  ['the brand', { brands: ['faisca'] }, undefined],
  ['another brand', { brands: ['aurora'] }, 'facts'],
  ['a site, whose page is another', { sites: ['18'] }, 'facts'],
  ['accounts, of which a guest has none', { accounts: ['staff'] }, 'facts'],
  ['a share of page loads', { screens: 5 }, undefined],
])('sends a view only where no browser runs a candidate that is aimed at %s', async (_, target, shown) => {
  const release = {
    version: '1.1.0-abcdef13',
    contract: '^4.0.0',
    screens: [{ segment: '' }],
    preload: {},
    entry: { url: '/remotes/sites/1.1.0-abcdef13/entry.js', integrity: `sha384-${'A'.repeat(64)}` },
  };
  await site.publish({}, { aimed: { release, traffic: 100, target } });
  const { facts } = await open(unshared());
  expect(facts && 'facts').toBe(shown);
});

test('requires a signature of a configured key', async () => {
  const signed = await startServer(dist, { publicKeys: [`${'A'.repeat(43)}=`] });
  otherServers.push(signed);
  expect(await open(HOME, '', signed)).toMatchObject({ status: 200, facts: undefined });
});

test('sends the shell’s page if a view takes too much memory, and recovers', async () => {
  expect(await open(`${HOME}?memory`)).toMatchObject({ status: 200, facts: undefined });
  expect((await open(unshared())).facts).toBeDefined();
});

test('sends the shell’s page if a view loops, and recovers', async () => {
  const brief = await startServer(dist, { renderMs: 1000 });
  otherServers.push(brief);
  expect(await open(`${HOME}?loop`, '', brief)).toMatchObject({ status: 200, facts: undefined });
  // On a slow machine, the limit applies to other views as well.
  await expect.poll(async () => (await open(unshared(), '', brief)).facts).toBeDefined();
});

test('pauses views that keep the process stuck while they are planned', async () => {
  const stuck = await startServer(dist, { renderMs: 1000, viewMs: 100 });
  otherServers.push(stuck);
  const failures = () => stuck.lines.filter((line) => line.includes('"msg":"a view was not prerendered"'));
  for (let visit = 1; visit <= 3; visit++) {
    expect(await open(`${HOME}?planBlock`, '', stuck)).toMatchObject({ status: 200, facts: undefined });
    await expect.poll(() => failures().length).toBeGreaterThanOrEqual(visit);
  }
  expect(failures().at(-1)).toContain('"isPaused":true');
  expect((await open(unshared(), '', stuck)).facts).toBeUndefined();
  expect(failures()).toHaveLength(3);
});

/** Starts a server with patience for slow machines; `failures` returns the log lines of failed views. */
async function startLogged() {
  const at = await startServer(dist, { renderMs: 1000, viewMs: 60_000 });
  otherServers.push(at);
  const withText = (text: string) => at.lines.filter((line) => line.includes(`"msg":"${text}"`));
  return {
    at,
    failures: () => withText('a view was not prerendered'),
    endings: () => withText('a view ended the process that renders'),
  };
}

test.each(['?block', '?planBlock', '?memory'])(
  'pauses views that end the process with %s, although others succeed in between',
  async (search) => {
    const { at, endings } = await startLogged();
    for (let visit = 1; visit <= 3; visit++) {
      // On a slow machine, the limit applies to other views as well.
      if (endings().length < 3) await open(unshared(), '', at);
      await open(`${HOME}${search}`, '', at);
      await expect.poll(() => endings().length).toBeGreaterThanOrEqual(visit);
    }
    expect(endings().at(-1)).toContain('"isPaused":true');
    expect((await open(unshared(), '', at)).facts).toBeUndefined();
    expect(endings()).toHaveLength(3);
  },
);

test('counts no failure of a view if another one ended its process', async () => {
  const { at, failures, endings } = await startLogged();
  await Promise.all([open(`${HOME}?planBlock`, '', at), open(unshared(), '', at)]);
  await expect.poll(() => endings().length).toBeGreaterThanOrEqual(1);
  // On a slow machine, the other view may also end a process.
  await expect.poll(() => failures().length - endings().length).toBe(0);
});

test('sends the shell’s page for a late view', async () => {
  const hasty = await startServer(dist, { renderMs: 50 });
  otherServers.push(hasty);
  expect(await open(`${HOME}?slow`, '', hasty)).toMatchObject({ status: 200, facts: undefined });
});

test('pauses views after three failures in a row', async () => {
  const failing = await startServer(dist);
  otherServers.push(failing);
  expect((await open(unshared(), '', failing)).facts).toBeDefined();
  for (const search of ['?throw1', '?throw2', '?throw3'])
    expect(await open(`${HOME}${search}`, '', failing)).toMatchObject({ status: 200, facts: undefined });
  expect((await open(unshared(), '', failing)).facts).toBeUndefined();
});

test('sends the shell’s page if prerendering is off', async () => {
  const off = await startServer(dist, { prerenders: false });
  otherServers.push(off);
  expect(await open(HOME, '', off)).toMatchObject({ status: 200, facts: undefined });
});
