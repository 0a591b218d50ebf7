/**
 * Starts containers that other teams built with Module Federation's plugins, such as those of Rsbuild
 * and Vite. They bring that runtime themselves. Loaded only if the registry has such a remote.
 */
import type { RunnableRemote } from '@shared/contract';
import type { RegistryFile, RemoteVersion } from '@shared/registry';
import { kindOf } from '@shared/registry/preload';
import { useParams } from '@shared/router';
import { componentOf, type RemoteComponent } from '@shared/router/rendering';
import { createElement } from 'react';
import { type Container, isContainer, isObject, loadElement, loadScript } from './container-script.ts';

/** The version that runs, by name of its global variable. */
const running = new Map<string, string>();

/**
 * Returns a container with the remote as its only module.
 * @throws if a file can't be fetched or has another hash, or if the container doesn't start
 */
export async function startForeign(
  name: string,
  version: RemoteVersion,
  sharedModules: object,
): Promise<Container<{ default: RunnableRemote }>> {
  const files = Object.values(version.preload).flat();
  const container = await (version.container === 'module'
    ? loadModules(version.entry, files)
    : loadScripts(version, files));
  await container.init(sharedModules);
  const { modules } = version;
  return {
    init: () => undefined,
    async get(module) {
      const remote = modules
        ? { name, ...partsOf(container, modules, version) }
        : await exposedRemote(container, module);
      return () => ({ default: remote });
    },
  };
}

/**
 * Bundlers add no integrity to the files that a container loads by itself. A container doesn't load a
 * script or a stylesheet that is in the page already, so this loads them first, with their hashes.
 */
async function loadScripts(
  { version, entry, global = '' }: RemoteVersion,
  files: readonly RegistryFile[],
): Promise<Container> {
  const other = running.get(global);
  // Both would register their modules in the same list.
  if (other && other !== version)
    throw new Error(`${entry.url} defines ${global} again: version ${other} runs in this page`);
  await Promise.all(stylesOf(files));
  await loadScript(entry);
  running.set(global, version);
  await Promise.all(scriptsOf(files).map((file) => loadScript(file)));
  return containerOf(Reflect.get(window, global), entry);
}

/** The browser runs an ES module once, from the response that it first checked against the hash. */
async function loadModules(entry: RegistryFile, files: readonly RegistryFile[]): Promise<Container> {
  await Promise.all([...stylesOf(files), ...scriptsOf(files).map(preloadModule)]);
  await loadScript(entry, 'module');
  const exports: unknown = await import(/* webpackIgnore: true */ entry.url);
  return containerOf(exports, entry);
}

const scriptsOf = (files: readonly RegistryFile[]) => files.filter((file) => kindOf(file) === 'script');

const stylesOf = (files: readonly RegistryFile[]) =>
  files.filter((file) => kindOf(file) === 'style').map((file) => loadLink(file, 'stylesheet'));

/** Loaded stylesheets and preloaded modules, by URL. */
const links = new Map<string, Promise<void>>();

/** Loads a file once, and again after a failure. */
function loadLink(file: RegistryFile, rel: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = rel;
  link.href = file.url;
  const loading =
    links.get(file.url) ??
    loadElement(link, file).catch((error: unknown) => {
      links.delete(file.url);
      // With it in the page, a container would wait for it, or skip its own request.
      link.remove();
      throw error;
    });
  links.set(file.url, loading);
  return loading;
}

async function preloadModule(file: RegistryFile): Promise<void> {
  if (document.createElement('link').relList.supports('modulepreload'))
    return loadLink(file, 'modulepreload');
  // Safari before 17 checks the bytes that it then has in its HTTP cache.
  await (await fetch(file.url, { integrity: file.integrity })).arrayBuffer();
}

function containerOf(value: unknown, { url }: RegistryFile): Container {
  if (isContainer<unknown>(value)) return value;
  throw new Error(`${url} defines no container with init and get`);
}

async function exposedRemote(container: Container, module: string): Promise<RunnableRemote> {
  const exposed = defaultOf((await container.get(module))());
  if (isRemote(exposed)) return exposed;
  throw new Error(`${module} exports no routes`);
}

const isRemote = (value: unknown): value is RunnableRemote =>
  isObject(value) && 'routes' in value && Array.isArray(value.routes);

const defaultOf = (module: unknown): unknown =>
  isObject(module) && 'default' in module ? module.default : undefined;

/** Returns routes and slots that render exposed components. */
function partsOf(
  container: Container,
  modules: Readonly<Record<string, string>>,
  { fills }: RemoteVersion,
): Pick<RunnableRemote, 'routes' | 'fills'> {
  const parts = Object.entries(modules).map(([place, module]) => {
    const component = async () => componentOf({ Component: defaultOf((await container.get(module))()) });
    return { place, component };
  });
  const isSlot = ({ place }: { place: string }) => fills.includes(place);
  return {
    routes: parts
      .filter((part) => !isSlot(part))
      .map(({ place, component }) => ({
        path: place,
        lazy: async () => ({ Component: screenOf(await component()) }),
      })),
    fills: parts.filter(isSlot).map(({ place, component }) => ({
      slot: place,
      lazy: async () => ({ Component: fillingOf(await component()) }),
    })),
  };
}

/** Passes the route's parameters as properties: the component doesn't know our router. */
const screenOf = (component: RemoteComponent) =>
  function Screen() {
    return createElement(component, useParams());
  };

const fillingOf = (component: RemoteComponent) =>
  function Filling(props: Record<string, unknown>) {
    return createElement(component, props);
  };
