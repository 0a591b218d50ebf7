/** Registry entries for tests. */
import {
  CONTRACT_VERSION,
  type RegistryEntry,
  type RemoteSegment,
  type RemoteVersion,
  type SlotName,
} from '@shared/contract';

interface FakeVersion {
  version: string;
  contract?: string;
  segments?: RemoteSegment[];
  slots?: SlotName[];
}

/** Returns a file below `/remotes/` with a well-formed hash. */
export const fakeFile = (path: string) => ({
  url: `/remotes/${path}`,
  integrity: `sha256-${'A'.repeat(43)}=`,
});

export function fakeVersion({
  version,
  contract = `^${CONTRACT_VERSION}`,
  segments = ['extract'],
  slots = [],
}: FakeVersion) {
  return {
    version,
    entry: fakeFile(`${version}/entry.js`),
    contract,
    segments,
    slots,
    preload: {},
  } satisfies RemoteVersion;
}

export function fakeEntry(live: FakeVersion, previous?: FakeVersion): RegistryEntry {
  return { name: 'wallet', live: fakeVersion(live), previous: previous && fakeVersion(previous) };
}
