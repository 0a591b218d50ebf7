/** Loads the map on demand, as its libraries are large. Rejects if a file fails to load. */
export const loadSiteMap = () => import('./site-map.tsx');
export type { Place } from './geometry.ts';
export type { MapArea, SiteMapProps } from './site-map-props.ts';
