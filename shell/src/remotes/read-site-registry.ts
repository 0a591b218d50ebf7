import { type AppConfig, type RegistryList, readEntries } from '@shared/contract';
import { forgetPreview, type Preview, withPreview } from './preview.ts';
import type { ReadRegistry } from './registry.ts';
import type { RemoteSource } from './remote-source.ts';

interface SiteAccess {
  fetchConfig: () => Promise<AppConfig>;
  /** Receives each entry that is left out, and a preview that can't be shown. */
  report: RemoteSource['report'];
}

/**
 * Returns what may run of a registry: the entries that keep to the rules, and this tab's preview where `config.json`
 * allows previews.
 */
export async function readSiteRegistry(
  list: RegistryList,
  preview: Preview | undefined,
  { fetchConfig, report }: SiteAccess,
): Promise<ReadRegistry> {
  const strict = readEntries(list, []);
  // Only a preview or a refused entry depends on the configuration: no other page waits for it here.
  if (!preview && strict.refused.length === 0) return strict;
  const config = await fetchConfig().catch((error: unknown) => {
    report(error, 'config.json');
    return undefined;
  });
  const origins = config?.remoteOrigins ?? [];
  const read = origins.length ? readEntries(list, origins) : strict;
  for (const { name, reason } of read.refused) report(new Error(reason), `remote ${name}`);
  if (!preview) return read;
  try {
    return await withPreview(read, preview, config);
  } catch (error) {
    report(error, 'preview');
    forgetPreview();
    return read;
  }
}
