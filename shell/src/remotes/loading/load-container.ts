/**
 * Loads remotes in production. A remote is a federation container, a script that defines a global
 * with `init`, which receives the shared modules, and `get`.
 */
import type { RunnableRemote } from '@shared/contract';
import { isForeign, type RemoteVersion } from '@shared/registry';
import { containerName, EXPOSED_MODULE, versionHash } from '@shared/registry/names';
import { failedStarts } from '../health/failed-loads.ts';
import { type Container, isContainer, loadScript } from './container-script.ts';
import { failPendingFiles } from './failed-files.ts';
import { sharedModules } from './shared-modules.ts';

type RemoteContainer = Container<{ default: RunnableRemote }>;

const containers = new Map<string, Promise<RemoteContainer>>();

/** Each version is a container of its own. Its script runs once; a failed load is repeated. */
export async function loadContainer(name: string, version: RemoteVersion): Promise<RunnableRemote> {
  const global = containerName(name, versionHash(version.version));
  const container = containers.get(global) ?? startContainer(name, global, version);
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

async function startContainer(
  name: string,
  global: string,
  version: RemoteVersion,
): Promise<RemoteContainer> {
  const { entry, container } = version;
  if (isForeign(version))
    return (await import('./foreign-container.ts')).startForeign(name, version, sharedModules());
  if (container !== 'standard') await import('./federation-runtime.ts');
  await loadScript(entry);
  return start(global, entry.url).catch((error: unknown) => {
    failedStarts.add(Object(error));
    throw error;
  });
}

async function start(global: string, url: string): Promise<RemoteContainer> {
  const started: unknown = Reflect.get(window, global);
  if (!isContainer<{ default: RunnableRemote }>(started))
    throw new Error(`${url} defines no container ${global}`);
  await started.init(sharedModules());
  return started;
}
