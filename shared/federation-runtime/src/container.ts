/**
 * The entry of each remote's production build: a module federation container. Rspack's own
 * container adds 3 KB (gzip) to share modules, of which this one provides none.
 */
import { type BuiltWith, type Factory, loadShared, type ShareScope } from './share-scope.ts';

/** Replaced by the build. */
declare const BUILT_WITH: BuiltWith;

let modules: Map<string, unknown> | undefined;

/** Loads the page's shared modules. */
export async function init(scope: ShareScope): Promise<void> {
  modules = await loadShared(scope, BUILT_WITH);
}

/** Returns a shared module. `containerFederation` compiles the remote's imports to such calls. */
export function shared(name: string): unknown {
  if (!modules?.has(name)) throw new Error(`the page doesn't provide ${name}`);
  return modules.get(name);
}

/** Returns the only module that the container exposes. */
export async function get(): Promise<Factory> {
  const remote = await import(/* webpackChunkName: "remote" */ 'exposed-remote');
  return () => remote;
}
