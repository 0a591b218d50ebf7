/**
 * What the shell provides to the remotes. The bundler provides only the shared modules that are
 * imported; `shared-modules.test.ts` compares them to the preset's list.
 */
import 'react';
import 'react/jsx-runtime';
import 'react-dom';
import 'react-dom/client';
import 'jotai';
import '@shared/client';
import '@shared/contract';
import '@shared/router';
import '@shared/state';
import '@shared/ui';

/** Provided by the bundler. */
declare const __webpack_init_sharing__: (scope: string) => unknown;
declare const __webpack_share_scopes__: { default: Record<string, object> };

/**
 * Returns what the shell provides as a share scope: a loader for each module, by its name and version.
 * Each container gets a copy of its own. Those of other builds add their own modules to it, which no
 * other remote may get.
 */
export async function sharedModules(): Promise<object> {
  await __webpack_init_sharing__('default');
  const scope = Object.entries(__webpack_share_scopes__.default);
  return Object.fromEntries(scope.map(([name, versions]) => [name, { ...versions }]));
}
