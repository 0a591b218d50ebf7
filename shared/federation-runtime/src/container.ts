/**
 * The entry of each remote's production build: a module federation container. Rspack's own
 * container adds 3 KB (gzip) to choose between versions of a shared module, but the page has only
 * one of each.
 */
type Factory = () => unknown;
/** Module federation's share scope: the loader of each version of each module. */
type ShareScope = Record<string, Record<string, { get: () => Factory | Promise<Factory> }>>;

const modules = new Map<string, unknown>();

/** Loads the page's shared modules. */
export async function init(scope: ShareScope): Promise<void> {
  const loading = Object.entries(scope).map(async ([name, versions]) => {
    const factory = await Object.values(versions)[0]?.get();
    modules.set(name, factory?.());
  });
  await Promise.all(loading);
}

/** Returns a shared module. `containerFederation` compiles the remote's imports to such calls. */
export function shared(name: string): unknown {
  if (!modules.has(name)) throw new Error(`the page doesn't provide ${name}`);
  return modules.get(name);
}

/** Returns the only module that the container exposes. */
export async function get(): Promise<Factory> {
  const remote = await import(/* webpackChunkName: "remote" */ 'exposed-remote');
  return () => remote;
}
