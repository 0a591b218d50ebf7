import { queries } from '@shared/client';
import type { Place } from '../map/index.ts';
import type { SearchFilters } from './search-filters.ts';

/** Minimum search radius in metres. */
const MIN_RADIUS = 10_000;

/** Centre of the search while the device's location is unknown. */
export const DEFAULT_CENTRE: Place = { lat: -23.5616364, lng: -46.6561378 };

/** Query for the sites around a place. The server uses the same query for the first view. */
export const sitesAround = ({ lat, lng }: Place, filters: SearchFilters, radiusMetres = 0) =>
  queries.siteSearch({ lat, lng, dist: Math.max(MIN_RADIUS, Math.round(radiusMetres)), ...filters });
