import type { FirstView } from '@shared/contract';
import { Component as Home } from './page.tsx';
import { RememberedPlace } from './remembered-place.ts';
import { DEFAULT_CENTRE, filtersFrom, placeFrom, sitesAround, viewFrom } from './search-params.ts';

/** As many cards as a tall phone or a wide screen shows without scrolling. */
const CARDS = 8;

export const search = ['place', 'lat', 'lng', 'view', 'free', 'plug', 'speed'];

export function reads({ search: query, place }: FirstView) {
  const params = new URLSearchParams(query);
  // The app replaces the view only when nothing is loading, and the map's code is large.
  if (viewFrom(params) === 'map') return undefined;
  const centre = placeFrom(params) ?? place ?? DEFAULT_CENTRE;
  return [{ queryKey: sitesAround(centre, filtersFrom(params)).queryKey, first: CARDS }];
}

export function Component({ place }: FirstView) {
  return (
    <RememberedPlace value={place}>
      <Home />
    </RememberedPlace>
  );
}
