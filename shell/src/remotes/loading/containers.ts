/**
 * Loads remotes in production. A remote is a federation container, a script that defines a global
 * with `init`, which receives the shared modules, and `get`.
 */
import type { RunnableRemote } from '@shared/contract';
import type { RegistryFile, RemoteVersion } from '@shared/registry';
import { containerName, EXPOSED_MODULE, versionHash } from '@shared/registry/names';
import { LOAD_LIMIT_MS } from '@shared/router/rendering';
import { failPendingFiles } from './failed-files.ts';
import { sharedModules } from './shared-modules.ts';

interface Container {
  init: (sharedModules: object) => unknown;
  get: (module: string) => Promise<() => { default: RunnableRemote }>;
}

const containers = new Map<string, Promise<Container>>();

/** Each version is a container of its own, whose script runs once; a failed load is repeated. */
export async function loadContainer(name: string, version: RemoteVersion): Promise<RunnableRemote> {
  const global = containerName(name, versionHash(version.version));
  const container = containers.get(global) ?? startContainer(global, version);
  containers.set(global, container);
  container.catch(() => {
    if (containers.get(global) === container) containers.delete(global);
  });
  const factory = await (await container).get(`./${EXPOSED_MODULE}`);
  return factory().default;
}

/** Makes the next `loadContainer` of a version run its script and load its files again. */
export function abandonContainer(name: string, { version, entry }: RemoteVersion): void {
  containers.delete(containerName(name, versionHash(version)));
  failPendingFiles(entry.url.slice(0, entry.url.lastIndexOf('/') + 1));
}

async function startContainer(global: string, { entry, container }: RemoteVersion): Promise<Container> {
  if (container !== 'standard') await import('./federation-runtime.ts');
  await loadScript(entry);
  const started: unknown = Reflect.get(window, global);
  if (!isContainer(started)) throw new Error(`${entry.url} defines no container ${global}`);
  await started.init(sharedModules());
  return started;
}

const isContainer = (value: unknown): value is Container =>
  value instanceof Object && 'init' in value && 'get' in value;

/**
 * Runs a script of the registry, which the browser checks against its hash.
 * @throws if it can't be fetched, or has another hash
 */
function loadScript({ url, integrity }: RegistryFile): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  script.integrity = integrity;
  script.crossOrigin = 'anonymous';
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<void>((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`${url} ${reason}`));
    timer = setTimeout(fail, LOAD_LIMIT_MS, 'did not load in time');
    script.onload = () => resolve();
    script.onerror = () => fail('could not be fetched, or does not match its hash');
    document.head.append(script);
  }).finally(() => {
    clearTimeout(timer);
    script.remove();
  });
}
