/**
 * The entry of each remote's production build: a module federation container. Rspack's own
 * container adds 3 KB (gzip) to share modules, of which this one provides none.
 */
import { type BuiltWith, type Factory, loadShared, type ShareScope } from './share-scope.ts';

/** Replaced by the build. */
declare const BUILT_WITH: BuiltWith;
/** File in the remote's folder, and the global variable that it sets. */
declare const MOUNT: [file: string, name: string];
declare let __webpack_public_path__: string;

const { currentScript } = document;
// In a host's page, an element that is named `currentScript` would replace it.
if (!(currentScript instanceof HTMLScriptElement)) throw new Error('the entry must be a classic script');
// The bundler's own detection adds 0.25 KB (gzip) to each remote.
__webpack_public_path__ = new URL('.', currentScript.src).href;

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

/** Returns an exposed module: the remote's table of contents, or what any page can mount. */
export async function get(exposed: string): Promise<Factory> {
  if (exposed !== './remote') {
    const folder = new URL('..', __webpack_public_path__).href;
    const [file, name] = MOUNT;
    await import(/* webpackIgnore: true */ folder + file);
    const mountable = Reflect.get(window, name).mountable(exposed, folder);
    return () => mountable;
  }
  const remote = await import(/* webpackMode: "eager" */ 'exposed-remote');
  return () => remote;
}
