/** What the home keeps in its address, so that going back and reloading find it: the chosen place and the view. */
import type { Place } from '../map/index.ts';

/** A place that was chosen by its address. */
export interface ChosenPlace extends Place {
  name: string;
}

export type View = 'list' | 'map';

/** The address with these values instead of those it had; `undefined` removes one. */
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

/** The chosen place, or undefined where the address holds none that is on Earth. */
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
