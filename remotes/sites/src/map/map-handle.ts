import { type MapHandle, SITES } from './engine.ts';
import type { Place } from './geometry.ts';

/** Methods that the maps of both libraries share. */
interface LibraryMap {
  getCanvas: () => HTMLCanvasElement;
  getCanvasContainer: () => HTMLElement;
  getCenter: () => Place;
  getZoom: () => number;
  getBounds: () => {
    getWest: () => number;
    getSouth: () => number;
    getEast: () => number;
    getNorth: () => number;
  } | null;
  project: (place: [number, number]) => { x: number; y: number };
  easeTo: (view: { center?: [number, number]; zoom?: number; duration: number }) => unknown;
  panBy: (pixels: [number, number], options: { duration: number }) => unknown;
  querySourceFeatures: (source: string) => object[];
  isSourceLoaded: (source: string) => boolean | undefined;
  on: (event: 'move' | 'moveend' | 'sourcedata' | 'idle', listener: () => void) => unknown;
  off: (event: 'move' | 'moveend' | 'sourcedata' | 'idle', listener: () => void) => unknown;
}

/** Both libraries skip the animation by themselves if the system prefers reduced motion. */
const MOVE_MS = 220;

/** Wraps a library's map as a `MapHandle`; `clusters` has the calls that differ by library. */
export function createMapHandle(
  map: LibraryMap,
  clusters: Pick<MapHandle, 'clusterZoom' | 'clusterSites'>,
): MapHandle {
  return {
    container: map.getCanvasContainer(),
    view: () => ({ lat: map.getCenter().lat, lng: map.getCenter().lng, zoom: map.getZoom() }),
    bounds: () => {
      const { lat, lng } = map.getCenter();
      const bounds = map.getBounds();
      return {
        west: bounds?.getWest() ?? lng,
        south: bounds?.getSouth() ?? lat,
        east: bounds?.getEast() ?? lng,
        north: bounds?.getNorth() ?? lat,
      };
    },
    project: ({ lat, lng }) => map.project([lng, lat]),
    moveTo: ({ lat, lng, zoom = map.getZoom() }) =>
      map.easeTo({ center: [lng, lat], zoom, duration: MOVE_MS }),
    zoomBy: (steps) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps, duration: MOVE_MS }),
    moveUp: (pixels) => map.panBy([0, pixels], { duration: MOVE_MS }),
    focus: () => map.getCanvas().focus({ preventScroll: true }),
    features: () => (map.isSourceLoaded(SITES) ? map.querySourceFeatures(SITES) : undefined),
    on: (event, listener) => {
      map.on(event, listener);
      return () => map.off(event, listener);
    },
    ...clusters,
  };
}
