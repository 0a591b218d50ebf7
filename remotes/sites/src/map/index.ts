/** The map's libraries are large: nothing of them is fetched before this is called. Rejects where a file can't be had. */
export const loadSiteMap = () => import('./site-map.tsx');
export type { Place } from './geometry.ts';
export type { MapArea, SiteMapProps } from './site-map-props.ts';
