import { CURRENTS, PLUGS, type SiteSearch } from '@shared/contract';

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
export function withFilters(address: URLSearchParams, filters: SearchFilters): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const name of ['free', 'plug', 'speed'] as const) {
    const value = filters[name];
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
