/** The shell: the host with the registry's remotes. */
// The kit's tokens declare the order of the cascade layers, so they come before any other style.
import '@shared/ui/tokens.css';
import { recordAddedHashes } from './connection/offline/loaded-hashes.ts';
import { report } from './errors/report.ts';
import { mountHost } from './host/boot.tsx';
import { shellRemotes } from './host/shell-remotes.ts';
import { waitUntilIdle } from './host/wait-until-idle.ts';
import { firstFailure } from './remotes/health/count.ts';
import { watchFailedFiles } from './remotes/loading/failed-files.ts';
import { originalAttributes } from './routing/use-restored-document.ts';

const original = originalAttributes();
recordAddedHashes();
watchFailedFiles();
const host = mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });

const load = () => import(/* webpackChunkName: "after-first-screen" */ './host/after-first-screen.ts');
waitUntilIdle(host)
  .then(load)
  .then(({ runAfterFirstScreen }) => runAfterFirstScreen(host, original))
  .catch((error: unknown) => report(error, 'after first screen'));
// Users may leave a failing screen before the page is idle.
firstFailure
  .then(load)
  .then(({ startCounting }) => startCounting(host))
  .catch((error: unknown) => report(error, 'counts'));
