import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { fakeFile, fakeVersion } from '../registry/fake-registry.testing.ts';
import { startForeign } from './foreign-container.ts';

const script = fakeFile('promotions/chunk.js');
const style = fakeFile('promotions/chunk.css');
const Promo = () => 'promotion';

/** What the page has loaded, in order. */
let loaded: { url: string; integrity: string; rel: string }[];
/** URL of a file that fails. */
let failing: string | undefined;

beforeEach(() => {
  loaded = [];
  failing = undefined;
  rs.spyOn(document.head, 'append').mockImplementation((element) => {
    if (!(element instanceof HTMLScriptElement || element instanceof HTMLLinkElement)) return;
    const isScript = element instanceof HTMLScriptElement;
    const url = new URL(isScript ? element.src : element.href).pathname;
    loaded.push({ url, integrity: element.integrity, rel: isScript ? 'script' : element.rel });
    queueMicrotask(() => element.dispatchEvent(new Event(url === failing ? 'error' : 'load')));
  });
});
afterEach(() => {
  rs.restoreAllMocks();
});

/** A version with these modules exposed by its global. Each test uses its own global. */
function exposing(global: string, exposed: Record<string, unknown>, modules?: Record<string, string>) {
  const init = rs.fn();
  const get = async (module: string) => {
    if (!(module in exposed)) throw new Error(`no ${module}`);
    return () => exposed[module];
  };
  Reflect.set(window, global, { init, get });
  const version = {
    ...fakeVersion({ version: `1.0.0-${global}`, fills: ['sites.banner'] }),
    container: 'script' as const,
    global,
    modules,
    preload: { '*': [script, style] },
  };
  return { version, init };
}

const remoteOf = async (...[version]: ReturnType<typeof exposing>['version'][]) => {
  if (!version) throw new Error('no version');
  return (await (await startForeign('promotions', version, {})).get('./remote'))().default;
};

test('loads every file with its hash, passes the shared modules, and renders exposed components', async () => {
  const { version, init } = exposing(
    'withModules',
    { './Promo': { default: Promo } },
    { 'promocoes/:id': './Promo', 'sites.banner': './Promo' },
  );
  const remote = await remoteOf(version);
  expect(init).toHaveBeenCalledTimes(1);
  expect(loaded).toEqual(
    [[style, 'stylesheet'] as const, [version.entry, 'script'] as const, [script, 'script'] as const].map(
      ([file, rel]) => ({ ...file, rel }),
    ),
  );
  expect(remote.routes.map(({ path }) => path)).toEqual(['promocoes/:id']);
  expect((await remote.routes[0]?.lazy())?.Component).toBeInstanceOf(Function);
  expect(remote.fills?.map(({ slot }) => slot)).toEqual(['sites.banner']);
});

test('uses the routes of a container that describes itself', async () => {
  const own = {
    name: 'promotions',
    routes: [{ path: 'promocoes', lazy: async () => ({ Component: Promo }) }],
  };
  const { version } = exposing('ownRemote', { './remote': { default: own } });
  expect(await remoteOf(version)).toBe(own);
});

test.each([
  ['exposes no ./remote', {}, undefined, 'no ./remote'],
  ['exports no routes', { './remote': { default: {} } }, undefined, './remote exports no routes'],
])('rejects a container that %s', async (_, exposed, modules, reason) => {
  const { version } = exposing('malformed', exposed, modules);
  await expect(remoteOf(version)).rejects.toThrow(reason);
});

test('rejects a module without a component when its screen opens', async () => {
  const { version } = exposing('noComponent', { './Promo': {} }, { promocoes: './Promo' });
  const remote = await remoteOf(version);
  await expect(remote.routes[0]?.lazy()).rejects.toThrow('the module has no Component');
});

test('rejects a script that defines another global', async () => {
  const { version } = exposing('expectedGlobal', {});
  Reflect.deleteProperty(window, 'expectedGlobal');
  await expect(remoteOf(version)).rejects.toThrow('defines no container');
});

test.each(['init', 'get'])('rejects a container that throws in %s', async (method) => {
  const { version } = exposing(`broken-${method}`, { './remote': { default: { routes: [] } } });
  Object.assign(Reflect.get(window, version.global), {
    [method]: () => {
      throw new Error('broken');
    },
  });
  await expect(remoteOf(version)).rejects.toThrow('broken');
});

test('names the file that fails, and loads it again at the next try', async () => {
  const { version } = exposing('failing', { './remote': { default: { routes: [] } } });
  failing = script.url;
  await expect(remoteOf(version)).rejects.toThrow(`${script.url} could not be fetched`);
  failing = undefined;
  expect(await remoteOf(version)).toEqual({ routes: [] });
});

test('does not start a second version of a global in one page', async () => {
  const { version } = exposing('twice', { './remote': { default: { routes: [] } } });
  await remoteOf(version);
  await expect(remoteOf({ ...version, version: '2.0.0-0' })).rejects.toThrow(
    'twice again: version 1.0.0-twice',
  );
});
