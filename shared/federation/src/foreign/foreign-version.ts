/**
 * Describes a container that other tools built, from its manifest or its entry, and adds it to a web app.
 * Its files stay at their URLs.
 */
import { createHash } from 'node:crypto';
import { mkdir, mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { AppConfig } from '@shared/contract';
import { type RegistryFile, RemoteVersion } from '@shared/registry';
import { MANIFEST } from '@shared/registry/built-version';
import { integrityOfBytes } from '@shared/registry/integrity';
import { EXPOSED_MODULE } from '@shared/registry/names';
import { replaceJson } from '@shared/registry/replace-file';
import { screenRecordsOf } from '@shared/registry/screen-records';
import { satisfies, validRange } from 'semver';
import { putInPlace } from '../build/put-in-place.ts';
import { packageVersion } from '../files/installed-packages.ts';
import { servedConfig } from '../publish/served-web-app.ts';
import { reasonOf } from '../urls.ts';
import { assertRemoteName } from '../workspace.ts';
import { browserRange } from './browser-range.ts';
import { type ForeignContainer, parseMfManifest } from './mf-manifest.ts';

export interface ForeignRemote {
  name: string;
  /** Of `mf-manifest.json`, an ES module, or a script if `global` is set. */
  url: string;
  /** Routes below the brand, each with the exposed component that renders it: `promocoes/:id=./Promo`. */
  screens: readonly string[];
  /** Slots, in the same form. Without components, the container exposes both as `./remote`. */
  fills: readonly string[];
  title?: string | undefined;
  access?: string | undefined;
  owner: { team: string; contact: string };
  /** Range of contract versions, any that `semver` reads. */
  contract: string;
  /** The global variable of a script that has no manifest. */
  global?: string | undefined;
}

/** In ms. A busy server can take long, and no page waits for it. */
const TIMEOUT_MS = 60_000;

/**
 * Reads and checks the remote's files, and adds a version that names them, without making it live.
 * @param webApp URL of the running web app
 */
export async function addForeignVersion(
  remote: ForeignRemote,
  dist: string,
  webApp: string,
): Promise<{ record: RemoteVersion }> {
  const record = await foreignVersion(remote, webApp, await servedConfig(webApp));
  await using temporary = await mkdtempDisposable(`${tmpdir()}/remote-`);
  await mkdir(`${temporary.path}/container`);
  await replaceJson(`${temporary.path}/container/${MANIFEST}`, record);
  await putInPlace(remote.name, record.version, temporary.path, dist);
  return { record };
}

/**
 * Returns the record of a container's current files. Its version follows from their hashes.
 * @param webApp URL of the web app that will load it
 * @param config of that web app, if it responds
 * @throws if a file can't be fetched or loaded by that web app's pages, or the options don't fit
 */
export async function foreignVersion(
  remote: ForeignRemote,
  webApp: string,
  config: Partial<AppConfig> | undefined,
): Promise<RemoteVersion> {
  assertRemoteName(remote.name);
  const fetchBytes = createFetch(new URL(webApp).origin, config);
  const container = await readContainer(remote, fetchBytes);
  const places = placesOf(remote);
  const files = await filesOf(container, Object.values(places.modules ?? {}), fetchBytes);
  const record = {
    entry: await fileOf(container.entry, webApp, fetchBytes),
    container: container.kind,
    global: container.global,
    modules: places.modules,
    contract: browserRange(remote.contract),
    title: remote.title,
    owner: remote.owner,
    screens: screenRecordsOf(
      places.routes.map((path) => ({ path, title: remote.title, access: accessOf(remote.access) })),
    ),
    fills: places.slots,
    preload: { '*': await Promise.all(files.map((url) => fileOf(url, webApp, fetchBytes))) },
  };
  const version = `${numberOf(container.buildVersion)}-${hashOf(record)}`;
  const { data, error } = RemoteVersion.safeParse({ version, ...record });
  const own = `/remotes/${remote.name}/`;
  const outside = [record.entry, ...record.preload['*']].find(
    ({ url }) => url.startsWith('/') && !url.startsWith(own),
  );
  // `pnpm build` keeps no others.
  if (outside) throw new Error(`${outside.url} is on the web app's own origin, so it must be below ${own}`);
  if (data) return data;
  throw new Error(
    `a shell can't load ${error.issues.map(({ path }) => path.join('.')).join(', ')}: their URLs have unusual characters, or a query`,
  );
}

type FetchBytes = (url: string) => Promise<Buffer>;

/** Fetches each file once, as a page would. */
function createFetch(origin: string, config: Partial<AppConfig> | undefined): FetchBytes {
  const fetched = new Map<string, Promise<Buffer>>();
  const fetchOnce = async (url: string) => {
    const other = new URL(url).origin;
    if (other !== origin && config && !config.remoteOrigins?.includes(other))
      throw new Error(
        `${other} is not in remoteOrigins of the web app's config.json, so pages refuse ${url}`,
      );
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { headers: { Origin: origin }, signal }).catch((error: unknown) => {
      throw new Error(`${url} can't be fetched: ${reasonOf(error)}`, { cause: error });
    });
    if (!response.ok) throw new Error(`${url}: status ${response.status}`);
    const allowed = response.headers.get('access-control-allow-origin');
    if (other !== origin && allowed !== '*' && allowed !== origin)
      throw new Error(`${url} doesn't allow ${origin} by Access-Control-Allow-Origin, so pages refuse it`);
    const type = response.headers.get('content-type') ?? '';
    if (/\.m?js$/.test(url) && !/javascript/.test(type))
      throw new Error(`${url} has the content type '${type}', so browsers don't run it`);
    return Buffer.from(await response.arrayBuffer());
  };
  return (url) => {
    const bytes = fetched.get(url) ?? fetchOnce(url);
    fetched.set(url, bytes);
    return bytes;
  };
}

async function readContainer(
  { url, global }: ForeignRemote,
  fetchBytes: FetchBytes,
): Promise<ForeignContainer> {
  if (!URL.canParse(url)) throw new Error(`'${url}' is not a URL`);
  if (!url.endsWith('.json')) return { kind: global ? 'script' : 'module', global, entry: url };
  let json: unknown;
  try {
    json = JSON.parse((await fetchBytes(url)).toString());
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${url} is not JSON: ${error.message}`);
    throw error;
  }
  return parseMfManifest(json, url);
}

/** @throws if only some of the screens and slots have a component */
function placesOf({ screens, fills }: ForeignRemote) {
  const split = (text: string) => {
    const [place = '', module] = text.split('=');
    return { place, module };
  };
  const routes = screens.map(split);
  const slots = fills.map(split);
  const all = [...routes, ...slots];
  if (all.length === 0) throw new Error('name at least one --screen or --fill');
  const withModule = all.flatMap(({ place, module }) => (module ? [[place, module] as const] : []));
  if (withModule.length > 0 && withModule.length < all.length)
    throw new Error(
      `give all screens and slots an exposed component, or none: then ./${EXPOSED_MODULE} has them`,
    );
  return {
    routes: routes.map(({ place }) => place),
    slots: slots.map(({ place }) => place),
    modules: withModule.length > 0 ? Object.fromEntries(withModule) : undefined,
  };
}

const ACCESS = ['login', 'home'] as const;

function accessOf(text: string | undefined) {
  const access = ACCESS.find((rule) => rule === text);
  if (text !== undefined && !access) throw new Error(`--access must be ${ACCESS.join(' or ')}`);
  return access;
}

/** A module that another one imports by a relative URL. */
const IMPORT = /\b(?:from|import)\s*\(?\s*["'`](\.{1,2}\/[^"'`]+\.m?js)["'`]/g;

/**
 * Returns the files that the container may load for these modules, without its entry.
 * @throws if it doesn't expose one of them, or would bring a second React
 */
async function filesOf(
  { entry, kind, shared, exposes }: ForeignContainer,
  modules: readonly string[],
  fetchBytes: FetchBytes,
): Promise<string[]> {
  const used = modules.length > 0 ? modules : [`./${EXPOSED_MODULE}`];
  const missing = used.find((module) => exposes && !exposes.has(module));
  if (exposes && missing)
    throw new Error(
      `the container doesn't expose ${missing}, only ${[...exposes.keys()].join(', ') || 'nothing'}`,
    );
  assertOneReact(shared);
  const found = new Set([entry, ...used.flatMap((module) => exposes?.get(module) ?? [])]);
  // A set's iteration includes what is added meanwhile.
  for (const url of found) {
    if (kind !== 'module' || url.endsWith('.css')) continue;
    for (const [, path = ''] of (await fetchBytes(url)).toString().matchAll(IMPORT))
      found.add(new URL(path, url).href);
  }
  found.delete(entry);
  return [...found].sort();
}

/** @throws if the container would use a React of its own, with which hooks fail */
function assertOneReact(shared: ForeignContainer['shared']): void {
  if (!shared) return;
  const react = shared.find(({ name }) => name === 'react');
  if (!react)
    throw new Error("the container doesn't share react, so it would bring a second one: add it to `shared`");
  const range = typeof react.requiredVersion === 'string' ? validRange(react.requiredVersion) : null;
  const provided = packageVersion('react');
  if (!react.singleton && range && !satisfies(provided, range))
    throw new Error(
      `the container would bring a second React: it needs ${range}, and the shell has ${provided}. Make it a singleton in \`shared\``,
    );
}

/** Files of the web app's own origin have paths in the registry. */
async function fileOf(url: string, webApp: string, fetchBytes: FetchBytes): Promise<RegistryFile> {
  const { origin, pathname, href } = new URL(url);
  return {
    url: origin === new URL(webApp).origin ? pathname : href,
    integrity: integrityOfBytes(await fetchBytes(url)),
  };
}

/** Browsers report only versions of three numbers and a hash. */
const numberOf = (buildVersion = '') =>
  /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(buildVersion) ? buildVersion : '0.0.0';

const hashOf = (record: object) =>
  createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 8);
