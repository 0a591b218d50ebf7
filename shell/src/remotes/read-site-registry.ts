import { type AppConfig, type RegistryList, readEntries } from '@shared/contract';
import { reportUnreadable } from '../errors/report-unreadable.ts';
import { trustScriptOrigins } from '../trusted-types/script-url.ts';
import { clearPreview, type Preview } from './preview.ts';
import type { ReadRegistry } from './registry.ts';
import type { RemoteSource } from './remote-source.ts';
import { withPreview } from './with-preview.ts';

interface SiteAccess {
  fetchConfig: () => Promise<AppConfig>;
  /** Receives each entry that is left out, and a preview that can't run. */
  report: RemoteSource['report'];
}

/**
 * Returns the entries that may run: the valid ones of this origin and of the origins listed in
 * `config.json`, and this tab's preview if previews are allowed.
 */
export async function readSiteRegistry(
  list: RegistryList,
  preview: Preview | undefined,
  { fetchConfig, report }: SiteAccess,
): Promise<ReadRegistry> {
  const config = await fetchConfig().catch((error: unknown) => {
    report(error, 'config.json');
    return undefined;
  });
  const origins = (config?.remoteOrigins ?? []).map(originOf);
  trustScriptOrigins(origins);
  const read = readEntries(list, origins);
  for (const { name, reason } of read.refused) report(new Error(reason), `remote ${name}`);
  for (const { name, places } of read.ignored) reportUnreadable(`remote ${name}`, places);
  if (!preview) return read;
  try {
    return await withPreview(read, preview, config && { ...config, remoteOrigins: origins });
  } catch (error) {
    report(error, 'preview');
    clearPreview();
    return read;
  }
}

/** Without a trailing slash or default port; invalid addresses unchanged. */
function originOf(address: string): string {
  try {
    return new URL(address).origin;
  } catch {
    return address;
  }
}
