/** Which version of a remote this browser runs: its candidate or the live one. */
import type { RegistryEntry } from '@shared/registry';
import type { BrowserEntry } from './browser-registry.ts';

const KEY = 'browserNumber';

/**
 * Returns the entry with the candidate in place of the live version if this browser is within the
 * candidate's share and it isn't aimed (`aim.ts`). The live version is its first fallback then.
 * @param given overrides the number that this browser has stored
 */
export function pickVersion(entry: RegistryEntry, given?: string): BrowserEntry {
  const { name, live, previous, candidate } = entry;
  if (!candidate || candidate.target || !isInShare(name, candidate.release.version, candidate.traffic, given))
    return entry;
  return { ...entry, live: candidate.release, previous: live, older: previous };
}

/**
 * Returns whether this browser runs a candidate.
 * @param traffic percentage of browsers
 * @param given overrides the number that this browser has stored
 */
export function isInShare(name: string, version: string, traffic: number, given?: string): boolean {
  const browser = given ?? browserNumber();
  // Hashed with the version, so that candidates don't always run in the same browsers.
  return Boolean(browser) && percentOf(`${browser} ${name} ${version}`) < traffic;
}

/** Returns undefined if the browser can't store it: the choice would change with every visit. */
function browserNumber(): string | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    if (!stored) localStorage.setItem(KEY, String(Math.random()));
    return stored ?? localStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns a number from 0 to below 100: FNV-1a, then the final mix of MurmurHash3. */
function percentOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / (2 ** 32 / 100);
}
