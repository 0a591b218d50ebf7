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
declare const __webpack_share_scopes__: { default: object };

/** Returns the share scope: a loader for each module, by its name and version. */
export async function sharedModules(): Promise<object> {
  await __webpack_init_sharing__('default');
  return __webpack_share_scopes__.default;
}
