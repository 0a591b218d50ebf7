import type { ChargerSite } from '@shared/contract';
import type { Place } from './geometry.ts';

/** A part of the map: its middle, and half the diagonal of its bounds in metres, as it is: the search has a least radius. */
export interface MapArea {
  centre: Place;
  radiusMetres: number;
}

/** What the home hands to the map, and hears from it. */
export interface SiteMapProps {
  /** What the search found; the last answer while the next is on its way. */
  sites: readonly ChargerSite[];
  /**
   * What the search is around: the chosen place, else the device's, else the default centre. The map goes there whenever
   * its figures change; it doesn't change while the person moves the map.
   */
  centre: Place;
  /** Where the person last left the map: it opens there. The map goes back to `centre` when this becomes undefined. */
  area: MapArea | undefined;
  /** The device's place, where known. */
  position: Place | undefined;
  /** The person moved or zoomed the map; never called for a movement that `centre` caused. The home debounces it. */
  onMove: (area: MapArea) => void;
  /** The person asked for the place where they are. */
  onLocate: () => void;
}
