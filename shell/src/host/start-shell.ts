/** The shell: the host with the registry's remotes. */
import { report } from '../errors/report.ts';
import { firstFailure } from '../remotes/health/count.ts';
import { watchFailedFiles } from '../remotes/loading/failed-files.ts';
import { originalAttributes } from '../routing/use-restored-document.ts';
import { mountHost } from './boot.tsx';
import { shellRemotes } from './shell-remotes.ts';
import { standaloneAddress } from './standalone-address.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

const load = () => import(/* webpackChunkName: "after-first-screen" */ './after-first-screen.ts');

/** Mounts the shell in the page, and starts what runs after its first screen. */
export function startShell(): void {
  const standalone = standaloneAddress(location);
  if (standalone) {
    location.replace(standalone);
    return;
  }
  const original = originalAttributes();
  watchFailedFiles();
  const host = mountHost({ source: shellRemotes(report), hasHeader: true, basename: '' });
  waitUntilIdle(host)
    .then(load)
    .then(({ runAfterFirstScreen }) => runAfterFirstScreen(host, original))
    .catch((error: unknown) => report(error, 'after first screen'));
  // Users may leave a failing screen before the page is idle.
  firstFailure
    .then(load)
    .then(({ startCounting }) => startCounting(host))
    .catch((error: unknown) => report(error, 'counts'));
}
