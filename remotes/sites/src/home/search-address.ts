/** Chosen place and view in the home's address, which preserves them on reload and going back. */
import type { Place } from '../map/index.ts';

/** A place chosen in the address search. */
export interface ChosenPlace extends Place {
  name: string;
}

export type View = 'list' | 'map';

/** Returns the address with `values` set; `undefined` removes a parameter. */
export function withValues(
  address: URLSearchParams,
  values: Record<string, string | number | boolean | undefined>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

/** Returns the chosen place, or undefined without a name and valid coordinates. */
export function placeFrom(address: URLSearchParams): ChosenPlace | undefined {
  const name = address.get('place')?.trim();
  const lat = degrees(address.get('lat'), 90);
  const lng = degrees(address.get('lng'), 180);
  return name && lat !== undefined && lng !== undefined ? { name, lat, lng } : undefined;
}

export const withPlace = (address: URLSearchParams, place: ChosenPlace | undefined) =>
  withValues(address, { place: place?.name, lat: place?.lat, lng: place?.lng });

export const viewFrom = (address: URLSearchParams): View => (address.get('view') === 'map' ? 'map' : 'list');

export const withView = (address: URLSearchParams, view: View) =>
  withValues(address, { view: view === 'map' ? view : undefined });

function degrees(text: string | null, most: number): number | undefined {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
}
