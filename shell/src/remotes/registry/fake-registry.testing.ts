/** Registry entries for tests. */
import { CONTRACT_VERSION, type RegistryEntry, RemoteScreen, type RemoteVersion } from '@shared/contract';

interface FakeVersion {
  version: string;
  contract?: string;
  segments?: string[];
  fills?: string[];
}

/** Returns a file below `/remotes/` with a well-formed hash. */
export const fakeFile = (path: string) => ({
  url: `/remotes/${path}`,
  integrity: `sha256-${'A'.repeat(43)}=`,
});

/** Returns a screen that everyone may see. */
const fakeScreen = (segment: string) => RemoteScreen.parse({ segment });

export function fakeVersion({
  version,
  contract = `^${CONTRACT_VERSION}`,
  segments = ['extract'],
  fills = [],
}: FakeVersion) {
  return {
    version,
    entry: fakeFile(`${version}/entry.js`),
    contract,
    title: undefined,
    owner: undefined,
    budgetKb: undefined,
    screens: segments.map(fakeScreen),
    fills,
    offers: [],
    preload: {},
  } satisfies RemoteVersion;
}

export function fakeEntry(live: FakeVersion, previous?: FakeVersion): RegistryEntry {
  return { name: 'wallet', live: fakeVersion(live), previous: previous && fakeVersion(previous) };
}
