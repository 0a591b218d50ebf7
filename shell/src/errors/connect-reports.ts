import { brandAtom, configAtom } from '@shared/state';
import type { Store } from '../page-state.ts';
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

/** Errors of browser extensions, which run their code in every page. */
const EXTENSION = /^(?:[a-z-]+-extension|webkit-masked-url|user-script):/;
const CALLED_URL = /(?:\(|@|\bat )((?:[a-z-]+:\/\/|user-script:)[^\s)]+)/;

/** Returns whether a browser extension threw the error: it can't be fixed here. */
export function isOfExtension(error: unknown): boolean {
  const { message, stack } = error instanceof Error ? error : { message: '', stack: String(error) };
  // The message may look like a call.
  const [, innermost = ''] = CALLED_URL.exec(stack?.replace(message, '') ?? '') ?? [];
  return EXTENSION.test(innermost);
}
