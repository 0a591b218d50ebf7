/**
 * Runs the page's script in several tasks, so that a slow phone scrolls the prerendered view meanwhile. All
 * modules are part of the script ("eager"): an import only runs them.
 */
// The kit's tokens declare the order of the cascade layers, so they come before any other style.
import '@shared/ui/tokens.css';
import { nextTask } from '@shared/client/next-task';
import { recordAddedHashes } from './connection/offline/loaded-hashes.ts';

recordAddedHashes();
import(/* webpackMode: "eager" */ '@shared/contract')
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ '@shared/client'))
  .then(nextTask)
  .then(() => import(/* webpackMode: "eager" */ './host/start-shell.ts'))
  .then(({ startShell }) => nextTask().then(startShell));
