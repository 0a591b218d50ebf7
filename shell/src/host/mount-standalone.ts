import type { RunnableRemote } from '@shared/contract';
import { configAtom } from '@shared/state';
import { followTitle } from '../brand/follow-title.ts';
import { connectReports } from '../errors/connect-reports.ts';
import { report } from '../errors/report.ts';
import { bundledSource } from '../remotes/loading/bundled-source.ts';
import { watchFailedFiles } from '../remotes/loading/failed-files.ts';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { mountHost } from './boot.tsx';
import { fetchStandaloneConfig } from './config.ts';
import { requestedBelow } from './standalone-address.ts';
import { until } from './until.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

/** Mounts one remote as a page of its own at its `<base>`, without header and federation. */
export function mountStandalone(remote: RunnableRemote): void {
  watchFailedFiles();
  const basename = new URL(document.baseURI).pathname.replace(/\/$/, '');
  const path = requestedBelow(location.search);
  if (path !== null) history.replaceState(history.state, '', `${basename}/${path}${location.hash}`);
  const host = mountHost({
    source: bundledSource([remote], report),
    hasHeader: false,
    fetchConfig: fetchStandaloneConfig,
    basename,
  });
  followTitle(host);
  waitUntilIdle(host)
    .then(() => until(host.store, configAtom, (config) => config !== undefined))
    .then(() => connectReports(host, () => host.store.get(screenTableAtom)))
    .catch((error: unknown) => report(error, 'error reporting'));
}
