/** Runs aimed candidates in the visits that fit their target. Loaded if the registry has a candidate. */
import { fits, siteAt } from '@shared/registry/target';
import { readGroups } from '../../people/session/groups.ts';
import type { BrowserEntry } from './browser-registry.ts';
import { isInShare, pickVersion } from './pick-version.ts';

const PAGE = String(Math.random());
/** The site of the page that was open before a recharge. */
let lastSite: string | undefined;

/**
 * Returns the entries with the candidates that are aimed at the screen that opens, in place of the live
 * version.
 * @param path below the brand
 */
export function aim(entries: readonly BrowserEntry[], path: string): BrowserEntry[] {
  const [, brand = ''] = location.pathname.split('/');
  // A recharge's path has no site: it is at the site of the page that it was opened from.
  if (!path.startsWith('recharge/')) lastSite = siteAt(path);
  const visit = { brand, site: lastSite, groups: readGroups(brand) };
  return entries.map((entry) => {
    const { name, candidate } = entry;
    if (!candidate?.target) return entry;
    const isInScreens = (percent: number) => isInShare(name, candidate.release.version, percent, PAGE);
    if (!fits(candidate.target, { ...visit, isInScreens })) return entry;
    return {
      ...pickVersion({ ...entry, candidate: { ...candidate, target: undefined } }),
      candidate,
      isAimedAt: true,
    };
  });
}
