import { CURRENTS, PLUGS, type SiteSearch } from '@shared/contract';
import { withValues } from './search-params.ts';

/** The filters that the search call takes. */
export type SearchFilters = Pick<SiteSearch, 'free' | 'plug' | 'speed'>;

/** Reads the filters from the URL, which preserves them on reload. Ignores unknown values. */
export function filtersFrom(params: URLSearchParams): SearchFilters {
  const plug = PLUGS.find((known) => known === params.get('plug'));
  const speed = CURRENTS.find((known) => known === params.get('speed'));
  return {
    ...(params.get('free') === 'true' ? { free: true } : {}),
    ...(plug ? { plug } : {}),
    ...(speed ? { speed } : {}),
  };
}

/** Returns a copy of `params` with these filters. */
export const withFilters = (params: URLSearchParams, { free, plug, speed }: SearchFilters): URLSearchParams =>
  withValues(params, { free, plug, speed });
