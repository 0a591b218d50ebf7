import { type MapConfig, preloadLibrary } from './basemaps.ts';

/**
 * Loads the map on demand, as its libraries are large, and at the same time the library for `map`.
 * Rejects if a file of the map fails to load.
 */
export function loadSiteMap(map: MapConfig | undefined) {
  preloadLibrary(map);
  return import('./site-map.tsx');
}
export type { Place } from './geometry.ts';
export type { MapArea, SiteMapProps } from './site-map-props.ts';
