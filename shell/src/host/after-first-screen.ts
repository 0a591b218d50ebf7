/** Work that must not delay the first screen, in one file that is loaded after it. */
import { API_PATH, brandName, calls } from '@shared/contract';
import { brandAtom, configAtom, onlineAtom } from '@shared/state';
import { followTitle } from '../brand/follow-title.ts';
import { brandStateAtom } from '../brand/load-brand.ts';
import { followCharges } from '../charge-toasts/follow-charges.ts';
import { watchPlugWaits } from '../charge-toasts/plug-wait-toasts.ts';
import { watchStartErrors } from '../charge-toasts/start-error-toasts.ts';
import { watchTurns } from '../charge-toasts/turn-toasts.ts';
import { catchUpOrders } from '../connection/live/catch-up-orders.ts';
import { updateOfflineCache } from '../connection/offline/update-offline-cache.ts';
import { keepReport } from '../developer-panel/recent-reports.ts';
import { watchDeveloperPanel } from '../developer-panel/watch-developer-panel.ts';
import { connectReports } from '../errors/connect-reports.ts';
import { report } from '../errors/report.ts';
import { followGroups } from '../people/session/groups.ts';
import { reportCounts } from '../remotes/health/report-counts.ts';
import { screenTableAtom } from '../remotes/loading/remote-source.ts';
import { readStoredRegistry } from '../remotes/registry/stored-registry.ts';
import { restoreDocument } from '../routing/restore-document.ts';
import { type OriginalAttributes, restoreDocumentWith } from '../routing/use-restored-document.ts';
import type { Host } from './host.ts';
import { preloadNextScreen } from './preload-next-screen.ts';
import { until } from './until.ts';
import { waitUntilIdle } from './wait-until-idle.ts';

/** After a failed start, counting, offline cache and preloading wait until a retry succeeds. */
export async function runAfterFirstScreen(host: Host, original: OriginalAttributes): Promise<void> {
  const { store } = host;
  followTitle(host);
  followCharges(host);
  watchStartErrors(host);
  watchPlugWaits(host);
  watchTurns(host);
  catchUpOrders(host);
  restoreDocumentWith(() => {
    restoreDocument(original);
    document.title = brandName(store.get(brandAtom).record);
  });
  await until(store, configAtom, (config) => config !== undefined);
  const config = store.get(configAtom);
  await connectReports(
    host,
    () => store.get(screenTableAtom),
    config?.developerPanel ? keepReport : undefined,
  ).catch((error: unknown) => report(error, 'error reporting'));
  watchDeveloperPanel(host);
  if (store.get(brandStateAtom) !== 'ready') {
    await until(store, brandStateAtom, (state) => state === 'ready');
    await waitUntilIdle(host);
  }
  startCounting(host);
  followGroups(host);
  await updateOfflineCache(
    config?.offline !== false && process.env.NODE_ENV === 'production',
    store.get(onlineAtom),
    readStoredRegistry,
  );
  await preloadNextScreen(host.source);
}

let isCounting = false;
/** Starts reporting counts, once per page. The first version that fails starts it early. */
export function startCounting({ store }: Host): void {
  if (isCounting) return;
  isCounting = true;
  const config = store.get(configAtom);
  const url = config?.remoteReports?.url ?? `${config?.apiUrl ?? API_PATH}${calls.reportRemotes.path}`;
  // Another collector may refuse a report with more than the plain counts.
  const isDetailed = !config?.remoteReports && store.get(brandAtom).record?.detailedReports === true;
  if (url) reportCounts(url, isDetailed);
}
