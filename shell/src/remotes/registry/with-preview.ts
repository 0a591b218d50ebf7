import type { AppConfig } from '@shared/contract';
import { type RemoteVersion, readEntries } from '@shared/registry';
import { devOriginsOf } from '@shared/registry/dev-origins';
import { trustScriptOrigins } from '../../trusted-types/default-policy.ts';
import type { Preview } from '../../updates/preview/preview.ts';
import { type BrowserEntry, type ReadRegistry, versionsOf, withVersions } from './browser-registry.ts';

/**
 * Returns the registry with the previewed version live and the published one as its fallback. The
 * previewed version must satisfy the same rules as a published one.
 * @throws if `config.json` doesn't allow previews, the version is missing or invalid, or the build
 * has public keys and the registry doesn't name the version
 */
export async function withPreview(
  registry: ReadRegistry,
  preview: Preview,
  config: Partial<AppConfig> | undefined,
): Promise<ReadRegistry> {
  if (config?.preview !== true) throw new Error('config.json does not allow previews');
  const { name, version } = preview;
  const published = registry.remotes.find((remote) => remote.name === name);
  const named = published && withNamedVersion(published, version);
  const remotes = named ? [named] : await fetchVersion(preview, published?.live, config);
  const others = registry.remotes.filter((remote) => remote.name !== name);
  return {
    ...registry,
    remotes: [...others, ...remotes],
    refused: registry.refused.filter((entry) => entry.name !== name),
    previewed: name,
  };
}

/** Returns the entry with one of its versions live; undefined if it doesn't name that version. */
function withNamedVersion(entry: BrowserEntry, wanted: string): BrowserEntry | undefined {
  const versions = versionsOf(entry);
  const namedVersions = [...versions, entry.candidate?.release];
  const preview = namedVersions.find((release) => release?.version === wanted);
  // Without its candidate, which would replace the preview if it is aimed at this browser.
  return (
    preview && {
      ...withVersions(entry, [preview, ...versions.filter(({ version }) => version !== wanted)]),
      candidate: undefined,
    }
  );
}

/** Fetches a version that the registry doesn't name. */
async function fetchVersion(
  { name, version }: Preview,
  previous: RemoteVersion | undefined,
  config: Partial<AppConfig>,
): Promise<BrowserEntry[]> {
  if (process.env.REMOTES_PUBLIC_KEY) throw new Error('a preview is not signed');
  const server = version.includes(':') ? developmentServer(version, config) : undefined;
  const response = await fetch(`${server ?? `/remotes/${name}/${version}`}/manifest.json`);
  if (!response.ok) throw new Error(`preview ${name}@${version}: status ${response.status}`);
  const previewed = { name, live: await response.json(), ...(previous ? { previous } : {}) };
  const { remotes, refused } = readEntries({ remotes: [previewed] }, [
    ...(config.remoteOrigins ?? []),
    ...(server ? [server] : []),
  ]);
  if (refused[0]) throw new Error(`preview ${name}@${version}: ${refused[0].reason}`);
  if (server) trustScriptOrigins([server]);
  return remotes;
}

/** @throws if `config.json` doesn't list it */
function developmentServer(host: string, config: Partial<AppConfig>): string {
  const origin = `http://${host}`;
  if (devOriginsOf(config).includes(origin)) return origin;
  throw new Error(`config.json does not list ${origin} in devOrigins`);
}
