import { brandAtom, configAtom } from '@shared/state';
import type { Host } from '../boot/host.ts';
import { waitUntilIdle } from '../boot/wait-until-idle.ts';
import { sendReports } from './report.ts';
import type { ReportContext } from './send-reports.ts';

/** Sends reports to the service of `config.json`, if any, once the first screen has settled. */
export async function connectReports(host: Host): Promise<void> {
  await waitUntilIdle(host);
  const dsn = host.store.get(configAtom)?.errorReporting?.dsn;
  if (!dsn) return sendReports(() => {});
  const { createReporter } = await import('./send-reports.ts');
  const context = (): ReportContext => ({
    brand: host.store.get(brandAtom).slug,
    path: location.pathname.slice(host.basename.length),
    release: ownScript(),
  });
  sendReports(createReporter(dsn, context));
}

/** For example `index.9bb153af66.js`. */
const ownScript = () =>
  document.querySelector<HTMLScriptElement>('script[src*="/js/index."]')?.src.split('/').at(-1) ?? 'unknown';
