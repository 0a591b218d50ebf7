/** An unpublished version of a remote, run by this tab alone: `?preview={name}@{version}`. */
import { type AppConfig, readEntries } from '@shared/contract';
import { tab } from '@shared/state';
import type { ReadRegistry } from './registry.ts';

export interface Preview {
  name: string;
  version: string;
}

const KEY = 'remotePreview';
const FORM = /^([a-z][a-z0-9-]*)@([0-9A-Za-z][0-9A-Za-z.-]*)$/;

export function parsePreview(text: string | undefined): Preview | undefined {
  const [, name, version] = FORM.exec(text ?? '') ?? [];
  return name && version ? { name, version } : undefined;
}

/** The tab's preview: the one that the address asks for (which is then taken out of it), or the one begun before. */
export function currentPreview(): Preview | undefined {
  const address = new URL(location.href);
  const asked = address.searchParams.get('preview');
  if (asked !== null) {
    if (parsePreview(asked)) tab.write(KEY, asked);
    address.searchParams.delete('preview');
    history.replaceState(history.state, '', address);
  }
  return parsePreview(tab.read(KEY));
}

export const forgetPreview = () => tab.write(KEY, undefined);

/** Returns this tab to what is published. */
export function endPreview(): void {
  forgetPreview();
  location.reload();
}

/**
 * Returns the registry with the previewed version live and the published one behind it. Its files keep to the same rules
 * as published ones.
 * @throws if `config.json` doesn't allow previews, or the version is missing or invalid
 */
export async function withPreview(
  registry: ReadRegistry,
  { name, version }: Preview,
  config: Pick<AppConfig, 'preview' | 'remoteOrigins'> | undefined,
): Promise<ReadRegistry> {
  if (config?.preview !== true) throw new Error('config.json does not allow previews');
  const response = await fetch(`/remotes/${name}/${version}/manifest.json`);
  if (!response.ok) throw new Error(`preview ${name}@${version} answered ${response.status}`);
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
