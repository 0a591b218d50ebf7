/** Place, view and filters in the home's URL, which preserves them on reload, and the search they make. */

import { queries } from '@shared/client';
import { CURRENTS, PLUGS, type SiteSearch } from '@shared/contract';
import type { Place } from '../map/index.ts';

/** A place chosen in the address search. */
export interface ChosenPlace extends Place {
  name: string;
}

export type View = 'list' | 'map';

/** Returns a copy of `params` with `values` set; `undefined` removes a parameter. */
function withValues(
  params: URLSearchParams,
  values: Record<string, string | number | boolean | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Returns the chosen place, or undefined without a name and valid coordinates. */
export function placeFrom(params: URLSearchParams): ChosenPlace | undefined {
  const name = params.get('place')?.trim();
  const lat = parseDegrees(params.get('lat'), 90);
  const lng = parseDegrees(params.get('lng'), 180);
  return name && lat !== undefined && lng !== undefined ? { name, lat, lng } : undefined;
}

export const withPlace = (params: URLSearchParams, place: ChosenPlace | undefined) =>
  withValues(params, { place: place?.name, lat: place?.lat, lng: place?.lng });

export const viewFrom = (params: URLSearchParams): View => (params.get('view') === 'map' ? 'map' : 'list');

export const withView = (params: URLSearchParams, view: View) =>
  withValues(params, { view: view === 'map' ? view : undefined });

function parseDegrees(text: string | null, limit: number): number | undefined {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return Math.abs(value) <= limit ? value : undefined;
}

/** The filters that the search call takes. */
export type SearchFilters = Pick<SiteSearch, 'free' | 'plug' | 'speed'>;

/** Returns the filters. Ignores unknown values. */
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

/** Minimum search radius in metres. */
const MIN_RADIUS = 10_000;

/** Centre of the search while the device's location is unknown. */
export const DEFAULT_CENTRE: Place = { lat: -23.5616364, lng: -46.6561378 };

/** Query for the sites around a place. The server uses the same query for the first view. */
export const sitesAround = ({ lat, lng }: Place, filters: SearchFilters, radiusMetres = 0) =>
  queries.siteSearch({ lat, lng, dist: Math.max(MIN_RADIUS, Math.round(radiusMetres)), ...filters });
