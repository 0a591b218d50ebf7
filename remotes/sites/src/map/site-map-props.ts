import type { ChargerSite } from '@shared/contract';
import type { Place } from './geometry.ts';

/** Area of the map. The radius is half its diagonal, without the search's minimum applied. */
export interface MapArea {
  centre: Place;
  radiusMetres: number;
}

/** Props that the home screen passes to the map. */
export interface SiteMapProps {
  /** Results of the search; the previous ones while the next search is in flight. */
  sites: readonly ChargerSite[];
  /**
   * Centre of the search: the chosen place, otherwise the device's location, otherwise the default.
   * The map moves there when the coordinates change. Moving the map doesn't change them.
   */
  centre: Place;
  /** Area where the user left the map. When it becomes undefined, the map returns to `centre`. */
  area: MapArea | undefined;
  /** The device's location, if known. */
  position: Place | undefined;
  /** Called when the user moved or zoomed the map, not when `centre` did. The caller debounces. */
  onMove: (area: MapArea) => void;
  /** Called when the user presses the location button. */
  onLocate: () => void;
}
