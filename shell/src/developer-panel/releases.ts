/** The registry as it is published, whatever this browser runs, and why this browser runs a version. */
import { RegistryEntry, RegistryList, type Withdrawn } from '@shared/registry';
import { DEVELOPMENT_HASH } from '@shared/registry/names';
import type { Preview } from '../updates/preview/preview.ts';

export interface Releases {
  remotes: RegistryEntry[];
  withdrawn: Withdrawn[];
}

/** @throws if the registry can't be fetched or read */
export async function fetchReleases(): Promise<Releases> {
  const response = await fetch('/remotes.json');
  if (!response.ok) throw new Error(`remotes.json: status ${response.status}`);
  return readReleases(await response.json());
}

/** Leaves out entries that can't be read, which never run. */
export function readReleases(file: unknown): Releases {
  const { remotes, withdrawn = [] } = RegistryList.parse(file);
  return { remotes: remotes.flatMap((entry) => RegistryEntry.safeParse(entry).data ?? []), withdrawn };
}

/** Why a version renders the screen. */
export type Reason = 'live' | 'previous' | 'candidate' | 'preview' | 'development' | 'older' | 'failed';

/** @param running the version that was loaded, if any could be */
export function reasonOf(
  running: string | undefined,
  { name, live, previous, candidate }: RegistryEntry,
  preview: Preview | undefined,
): Reason {
  if (running === undefined) return 'failed';
  if (running === DEVELOPMENT_HASH) return 'development';
  if (preview?.name === name && preview.version === running) return 'preview';
  if (running === live.version) return 'live';
  if (running === candidate?.release.version) return 'candidate';
  return running === previous?.version ? 'previous' : 'older';
}
