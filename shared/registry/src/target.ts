/** Evaluates the target of an aimed candidate. Not part of the package's index: few pages need it. */
import type { Target } from './registry.ts';

/** What a visit is compared with. */
export interface Visit {
  /** Slug. */
  brand: string;
  /** Id of the charging site that the screen is about, if it is about one. */
  site?: string | undefined;
  /** Groups of the account. */
  groups: readonly string[];
  /** Returns whether this page load is within a percentage of them. */
  isInScreens: (percent: number) => boolean;
}

/** Returns whether every rule of the target holds. */
export function fits({ brands, sites, accounts, screens }: Target, visit: Visit): boolean {
  const { brand, site, groups, isInScreens } = visit;
  return (
    (!brands || brands.includes(brand)) &&
    (!sites || (site !== undefined && sites.includes(site))) &&
    (!accounts || accounts.some((group) => groups.includes(group))) &&
    (screens === undefined || isInScreens(screens))
  );
}

/** The screens with a site's id as the last parameter: see `pathsOf` in `@shared/router`. */
const OF_SITE = /^(?:charger|valet|viewers\/\w+\/[\w-]+)\/([^/?#]+)/;

/** Returns the id of the charging site in a path below the brand: of its page, or of one of its boards. */
export function siteAt(path: string): string | undefined {
  const [, site] = OF_SITE.exec(path) ?? [];
  try {
    return site && decodeURIComponent(site);
  } catch {
    return undefined;
  }
}
