/** Registry entries for tests. */
import { CONTRACT_VERSION } from '@shared/contract';
import { type RegistryEntry, RemoteScreen, type RemoteVersion } from '@shared/registry';

interface FakeVersion {
  version: string;
  contract?: string;
  segments?: string[];
  /** The routes of its only segment; earlier builds name none. */
  routes?: string[] | undefined;
  fills?: string[];
}

/** Returns a file below `/remotes/` with a well-formed hash. */
export const fakeFile = (path: string) => ({
  url: `/remotes/${path}`,
  integrity: `sha256-${'A'.repeat(43)}=`,
});

/** Returns a screen that everyone may see. */
const fakeScreen = (segment: string, routes?: string[]) => RemoteScreen.parse({ segment, routes });

export function fakeVersion({
  version,
  contract = `^${CONTRACT_VERSION}`,
  segments = ['extract'],
  routes,
  fills = [],
}: FakeVersion) {
  return {
    version,
    entry: fakeFile(`${version}/entry.js`),
    contract,
    title: undefined,
    owner: undefined,
    budgetKb: undefined,
    screens: segments.map((segment) => fakeScreen(segment, routes)),
    fills,
    preload: {},
  } satisfies RemoteVersion;
}

export function fakeEntry(live: FakeVersion, previous?: FakeVersion): RegistryEntry {
  return { name: 'wallet', live: fakeVersion(live), previous: previous && fakeVersion(previous) };
}
