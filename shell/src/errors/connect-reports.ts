import { brandAtom, configAtom } from '@shared/state';
import type { Store } from '../page-state.ts';
import { isOfExtension } from './extension-errors.ts';
import { type Sink, sendReports } from './report.ts';
import type { ReportContext } from './send-reports.ts';

interface ReportedPage {
  store: Store;
  source: Pick<ReportContext, 'teamOf'>;
  basename: string;
}

/**
 * Sends reports to the service of `config.json`, if any, except errors of browser extensions.
 * @param screenTable returns the remotes' screens, once the registry has been read
 * @param keep receives all reports as well
 */
export async function connectReports(
  { store, source, basename }: ReportedPage,
  screenTable: () => ReportContext['screenTable'],
  keep?: Sink,
): Promise<void> {
  const context = (): ReportContext => ({
    brand: store.get(brandAtom).slug,
    path: location.pathname.slice(basename.length),
    release: ownScript(),
    teamOf: source.teamOf,
    screenTable: screenTable(),
  });
  const dsn = store.get(configAtom)?.errorReporting?.dsn;
  const send = dsn ? (await import('./send-reports.ts')).createReporter(dsn, context) : undefined;
  sendReports((error, where) => {
    if (isOfExtension(error)) return;
    keep?.(error, where);
    send?.(error, where);
  });
}

/** For example `index.9bb153af66.js`. */
const ownScript = () =>
  document.querySelector<HTMLScriptElement>('script[src*="/js/index."]')?.src.split('/').at(-1) ?? 'unknown';
