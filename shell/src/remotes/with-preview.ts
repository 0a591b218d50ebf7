import { type AppConfig, readEntries } from '@shared/contract';
import type { Preview } from './preview.ts';
import type { ReadRegistry } from './registry.ts';

/**
 * Returns the registry with the previewed version live and the published one as its fallback. The
 * same rules apply to both.
 * @throws if `config.json` doesn't allow previews, or the version is missing or invalid
 */
export async function withPreview(
  registry: ReadRegistry,
  { name, version }: Preview,
  config: Pick<AppConfig, 'preview' | 'remoteOrigins'> | undefined,
): Promise<ReadRegistry> {
  if (config?.preview !== true) throw new Error('config.json does not allow previews');
  const response = await fetch(`/remotes/${name}/${version}/manifest.json`);
  if (!response.ok) throw new Error(`preview ${name}@${version}: status ${response.status}`);
  const previous = registry.remotes.find((remote) => remote.name === name)?.live;
  const previewed = { name, live: await response.json(), ...(previous ? { previous } : {}) };
  const { remotes, refused } = readEntries({ remotes: [previewed] }, config.remoteOrigins ?? []);
  if (refused[0]) throw new Error(`preview ${name}@${version}: ${refused[0].reason}`);
  const others = registry.remotes.filter((remote) => remote.name !== name);
  return {
    remotes: [...others, ...remotes],
    refused: registry.refused.filter((entry) => entry.name !== name),
  };
}
