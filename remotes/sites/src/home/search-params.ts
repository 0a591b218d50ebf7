/** Chosen place and view in the home's URL, which preserves them on reload and on going back. */
import type { Place } from '../map/index.ts';

/** A place chosen in the address search. */
export interface ChosenPlace extends Place {
  name: string;
}

export type View = 'list' | 'map';

/** Returns a copy of `params` with `values` set; `undefined` removes a parameter. */
export function withValues(
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
