/** Which browsers run a candidate, as options of the `remote` command. */
import { Target } from '@shared/registry';
import type { Share } from '@shared/registry/changes';
import { targetOptions } from '@shared/registry/release-words';

/** The options that aim a candidate, as they are typed. */
export interface AimOptions {
  brand: string[];
  /** Ids of charging sites. */
  site: string[];
  accounts: string[];
  'screen-share'?: string | undefined;
}

/**
 * Returns the share that options select, undefined if none does. An aimed candidate runs wherever its
 * target applies, unless `traffic` is less.
 * @throws if a rule isn't valid
 */
export function shareOf(traffic: number | undefined, options: AimOptions): Share | undefined {
  const { brand, site, accounts, 'screen-share': screens } = options;
  const address = accounts.find((group) => !/^[a-z][a-z0-9-]*$/.test(group));
  if (address)
    throw new Error(
      `--accounts ${address}: name a group of the network file, since everyone can read the registry`,
    );
  const rules = {
    ...(brand.length > 0 && { brands: brand }),
    ...(site.length > 0 && { sites: site }),
    ...(accounts.length > 0 && { accounts }),
    ...(screens !== undefined && { screens: Number(screens) }),
  };
  if (Object.keys(rules).length === 0) return traffic === undefined ? undefined : { traffic };
  const { data } = Target.safeParse(rules);
  if (!data) throw new Error('--screen-share must be a whole number from 1 to 99');
  return { traffic: traffic ?? 100, target: data };
}

/** Returns the options of the command that select a share. */
export const optionsOf = ({ traffic, target = {} }: Share): string =>
  [...targetOptions(target), ...(traffic === 100 ? [] : [`--traffic ${traffic}`])].join(' ');
