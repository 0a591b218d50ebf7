/** The shell: the host with the registry's remotes. */
// The kit's tokens declare the order of the cascade layers, so they come before any other style.
import '@shared/ui/tokens.css';
import './remotes/shared-modules.ts';
import { mountHost } from './boot/boot.tsx';
import { waitUntilIdle } from './boot/wait-until-idle.ts';
import { report } from './errors/report.ts';
import { recordAddedHashes } from './offline/loaded-hashes.ts';
import { watchFailedFiles } from './remotes/failed-files.ts';
import { shellRemotes } from './remotes/shell-remotes.ts';
import { originalAttributes } from './routing/use-restored-document.ts';
import { firstFailure } from './watch/count.ts';

const original = originalAttributes();
recordAddedHashes();
watchFailedFiles();
const host = mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });

const load = () => import(/* webpackChunkName: "after-first-screen" */ './boot/after-first-screen.ts');
waitUntilIdle(host)
  .then(load)
  .then(({ runAfterFirstScreen }) => runAfterFirstScreen(host, original))
  .catch((error: unknown) => report(error, 'after first screen'));
// Users may leave a failing screen before the page is idle.
firstFailure
  .then(load)
  .then(({ startCounting }) => startCounting(host))
  .catch((error: unknown) => report(error, 'counts'));
