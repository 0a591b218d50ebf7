import { CURRENTS, PLUGS, type SiteSearch } from '@shared/contract';
import { withValues } from './search-address.ts';

/** The filters that the search call takes. */
export type SearchFilters = Pick<SiteSearch, 'free' | 'plug' | 'speed'>;

/** Reads the filters from the address, which preserves them on reload. Ignores unknown values. */
export function filtersFrom(address: URLSearchParams): SearchFilters {
  const plug = PLUGS.find((known) => known === address.get('plug'));
  const speed = CURRENTS.find((known) => known === address.get('speed'));
  return {
    ...(address.get('free') === 'true' ? { free: true } : {}),
    ...(plug ? { plug } : {}),
    ...(speed ? { speed } : {}),
  };
}

/** Returns the address with these filters, keeping its other parameters. */
export const withFilters = (
  address: URLSearchParams,
  { free, plug, speed }: SearchFilters,
): URLSearchParams => withValues(address, { free, plug, speed });
