import type { AppConfig } from '@shared/contract';
import { parseUrl } from '@shared/contract/parse-url';
import { type RegistryList, readEntries } from '@shared/registry';
import type { Sink } from '../../errors/report.ts';
import { reportUnreadable } from '../../errors/report-unreadable.ts';
import { trustScriptOrigins } from '../../trusted-types/default-policy.ts';
import { clearPreview, type Preview } from '../../updates/preview/preview.ts';
import { showPreviewBanner } from '../../updates/preview/show-preview-banner.tsx';
import { aim } from './aim.ts';
import type { BrowserEntry, ReadRegistry } from './browser-registry.ts';
import { pickVersion } from './pick-version.ts';
import { withPreview } from './with-preview.ts';

interface EntryAccess {
  fetchConfig: () => Promise<AppConfig>;
  /** Receives each entry that is left out, and a preview that can't run. */
  report: Sink;
}

/**
 * Returns the entries that may run: the valid ones of this origin and of the origins listed in
 * `config.json`, and the preview if previews are allowed.
 * @param known the registry that the page uses. Its entries replace those that are refused now and
 * the previewed one.
 */
export async function readRunnableEntries(
  list: RegistryList,
  preview: Preview | undefined,
  { fetchConfig, report }: EntryAccess,
  known?: ReadRegistry,
): Promise<ReadRegistry> {
  const config = await fetchConfig().catch((error: unknown) => {
    report(error, 'config.json');
    return undefined;
  });
  const origins = (config?.remoteOrigins ?? []).map(originOf);
  trustScriptOrigins(origins);
  const { remotes, ...others } = readEntries(list, origins);
  const read = {
    ...others,
    remotes: remotes.map((entry) => pickVersion(entry)),
    ...(remotes.some(({ candidate }) => candidate?.target) && { aim }),
  };
  for (const { name, reason } of read.refused)
    if (!known?.refused.some((entry) => entry.name === name && entry.reason === reason))
      report(new Error(reason), `remote ${name}`);
  for (const { name, places } of read.ignored) reportUnreadable(`remote ${name}`, places);
  if (known) return keepKnown(read, known);
  if (!preview) return read;
  try {
    const previewed = await withPreview(read, preview, config && { ...config, remoteOrigins: origins });
    showPreviewBanner(preview);
    return previewed;
  } catch (error) {
    report(error, 'preview');
    clearPreview();
    return read;
  }
}

/** Returns the registry with the known entries of refused remotes and of the previewed one. */
function keepKnown(read: ReadRegistry, { remotes, previewed }: ReadRegistry): ReadRegistry {
  const lost = new Set([...read.refused.map(({ name }) => name), previewed]);
  const kept = remotes.filter(({ name }) => lost.has(name));
  const isKept = ({ name }: BrowserEntry) => kept.some((entry) => entry.name === name);
  return {
    ...read,
    remotes: [...read.remotes.filter((entry) => !isKept(entry)), ...kept],
    ...(previewed ? { previewed } : {}),
  };
}

/** Returns the URL's origin, or an invalid URL unchanged. */
const originOf = (url: string): string => parseUrl(url)?.origin ?? url;
