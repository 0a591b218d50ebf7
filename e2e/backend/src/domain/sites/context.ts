import type { PlatformContext, PlatformOptions } from '../../platform/context.ts';
import type { WatchedSites } from './watched-sites.ts';

export interface SitesOptions extends PlatformOptions {
  /** URL of a Photon- or Nominatim-compatible service, for the address search. */
  geocoderUrl?: string | undefined;
  /** Maximum wait for a request slot of the geocoder, and then for its response, in ms. */
  geocoderMs: number;
}

export interface SitesContext extends PlatformContext {
  options: SitesOptions;
  watched: WatchedSites;
}
