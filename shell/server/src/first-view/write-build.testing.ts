/** A fake build with small bundles, for tests. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONTRACT_VERSION, PRODUCT } from '@shared/contract';
import { rangeOf } from '@shared/registry/contract-range';

const SHELL = `
const bundles = new Map();
exports.addBundle = (id, evaluate) => {
  const module = { exports: {} };
  evaluate(module, module.exports, () => ({}));
  bundles.set(id, module.exports);
};
exports.planView = (id, request) => bundles.get(id).plan(request);
exports.render = (id, request) => bundles.get(id).render(request);
`;

/** The remote's behaviour depends on the query of the URL. */
const REMOTE = `
const home = { lat: -23.5616364, lng: -46.6561378 };
let renders = 0;
let imported = false;
// Like an endless loop for the server, but without CPU time.
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
exports.plan = ({ path, search: given, place }) => {
  // The view doesn't depend on this parameter.
  const search = given.replace(/[?&]utm=.*/, '');
  const [screen, id] = path.split('/');
  if (screen === 'charger')
    return { view: { search }, reads: [{ queryKey: ['/ChargerSites/{id}', { id }, {}] }] };
  if (search === '?planBlock') block();
  if (search === '?mail')
    return { view: {}, reads: [{ queryKey: ['/ResetPassword/{email}', { email: 'ana@faisca.example' }, {}] }] };
  if (search === '?geocoder')
    return { view: {}, reads: [{ queryKey: ['/AddressSearch/{text}', { text: 'Rua A' }, {}] }] };
  if (search === '?private') return { view: {}, reads: [{ queryKey: ['/wallet/Balance', {}, {}] }] };
  const query = { ...(place ?? home), dist: 10000 };
  return { view: { search, place }, reads: [{ queryKey: ['/ChargerSitesSearch', {}, query], first: 2 }] };
};
exports.render = ({ brand, view, isUser, data }) => {
  renders++;
  if (view.search.startsWith('?throw')) throw new Error('broken');
  if (view.search === '?loop') for (;;);
  if (view.search === '?block') block();
  if (view.search === '?slow') for (const end = Date.now() + 300; Date.now() < end; );
  if (view.search === '?memory') for (const all = []; ; ) all.push(new Array(1e6).fill(renders));
  const names = ['process', 'require', 'fetch', 'WebSocket', 'net', 'http', 'fs', 'child_process', 'vm'];
  const reached = names.filter((name) => name in globalThis);
  import('node:net').then(() => { imported = true; }, () => {});
  let evaluated = 'yes';
  try { new Function('return 1')(); } catch { evaluated = 'no'; }
  const sites = data.reads[0].data.map?.(({ csName }) => csName) ?? [data.reads[0].data.csName];
  const facts = { brand, isUser, renders, names: sites, reached, evaluated, imported, place: view.place };
  return {
    html: '<main class="home">' + JSON.stringify(facts).replaceAll('<', '&lt;') + '</main>',
    theme: { '--brand': '#123456' },
    title: 'Título de ' + brand,
  };
};
`;

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;
const VERSION = '1.0.0-abcdef12';
const BUNDLE = `/remotes/sites/${VERSION}/prerender.js`;

export interface FakeWebApp {
  /** Writes a file of the build. */
  write: (path: string, content: string) => Promise<void>;
  /** Writes the registry, with other values of the live version and of the entry. */
  publish: (other?: object, entry?: object) => Promise<void>;
}

/** Writes the fake build into a folder. */
export async function writeFakeWebApp(dist: string): Promise<FakeWebApp> {
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(dist, path)), { recursive: true });
    await writeFile(join(dist, path), content);
  };
  const server = '/static/prerender/server.0123456789.js';
  const inline = '/static/prerender/inline.0123456789.js';
  const script = 'document.documentElement.dataset.ran="yes"';
  const style = '.home{color:red}.other{color:blue}';
  await write(
    'index.html',
    `<!doctype html><html lang="pt-BR"><head><title>shell</title><link href="/static/js/async/send.0123456789.js" rel="preload" as="script"><link href="/static/css/index.0123456789.css" rel="stylesheet" integrity="x"></head><body><div id="root">frame</div></body></html>`,
  );
  await write('config.json', '{}');
  await write('static/css/index.0123456789.css', style);
  await write(server, SHELL);
  await write(inline, script);
  await write(BUNDLE, REMOTE);
  await write(
    'prerender.json',
    JSON.stringify({
      contract: CONTRACT_VERSION,
      server: { url: server, integrity: integrityOf(SHELL) },
      inline: { url: inline, integrity: integrityOf(script) },
    }),
  );
  const publish = (other = {}, entry = {}) => {
    const live = {
      version: VERSION,
      entry: { url: `/remotes/sites/${VERSION}/entry.js`, integrity: integrityOf('') },
      contract: rangeOf(CONTRACT_VERSION),
      screens: [{ segment: '' }, { segment: 'charger' }],
      preload: {},
      prerender: { url: BUNDLE, integrity: integrityOf(REMOTE) },
      ...other,
    };
    return write('remotes.json', JSON.stringify({ remotes: [{ name: 'sites', live, ...entry }] }));
  };
  await publish();
  return { write, publish };
}

/** Path of the home of the default brand. */
export const HOME = `/${PRODUCT.slug}/`;
