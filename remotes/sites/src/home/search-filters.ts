import { CURRENTS, PLUGS, type SiteSearch } from '@shared/contract';
import { withValues } from './search-address.ts';

/** The filters that the search call takes. */
export type SearchFilters = Pick<SiteSearch, 'free' | 'plug' | 'speed'>;

/** Filters kept in the address, so that going back and reloading keep them. Anything unknown is no filter. */
export function filtersFrom(address: URLSearchParams): SearchFilters {
  const plug = PLUGS.find((known) => known === address.get('plug'));
  const speed = CURRENTS.find((known) => known === address.get('speed'));
  return {
    ...(address.get('free') === 'true' ? { free: true } : {}),
    ...(plug ? { plug } : {}),
    ...(speed ? { speed } : {}),
  };
}

/** The address that keeps these filters, with whatever else it held. */
export const withFilters = (
  address: URLSearchParams,
  { free, plug, speed }: SearchFilters,
): URLSearchParams => withValues(address, { free, plug, speed });
