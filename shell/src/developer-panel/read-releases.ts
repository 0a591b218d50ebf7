/** The registry as it is published, whatever this browser runs. */
import { RegistryEntry, RegistryList, type Withdrawn } from '@shared/registry';

export interface Releases {
  remotes: RegistryEntry[];
  withdrawn: Withdrawn[];
}

/** @throws if the registry can't be fetched or read */
export async function fetchReleases(): Promise<Releases> {
  const response = await fetch('/remotes.json');
  if (!response.ok) throw new Error(`remotes.json: status ${response.status}`);
  const file: unknown = await response.json();
  return { remotes: readReleases(file), withdrawn: RegistryList.parse(file).withdrawn ?? [] };
}

/** Leaves out entries that can't be read, which never run. */
export const readReleases = (file: unknown): RegistryEntry[] =>
  RegistryList.parse(file).remotes.flatMap((entry) => RegistryEntry.safeParse(entry).data ?? []);
