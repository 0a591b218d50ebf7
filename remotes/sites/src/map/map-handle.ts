import { useState } from 'react';
import { type EngineProps, isOnMark, MAP_OPTIONS, type MapHandle, SITES } from './engine.ts';
import type { Place } from './geometry.ts';
import { strings } from './strings.ts';
import { watchBasemap } from './watch-basemap.ts';

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

/** Calls that differ by library. */
type ClusterCalls = Pick<MapHandle, 'clusterZoom' | 'clusterSites'>;

function createMapHandle(map: LibraryMap, clusters: ClusterCalls): MapHandle {
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

const locale = {
  'Map.Title': strings.map,
  'AttributionControl.ToggleAttribution': strings.attribution,
};

/** Returns the props that the map components of both libraries share. */
export function useMapProps<SomeMap extends LibraryMap>(
  { initialView, onFirstFrame, onReady, onFailed, onTap }: EngineProps,
  clustersOf: (map: SomeMap) => ClusterCalls,
) {
  const [watch] = useState(() => watchBasemap(onFailed));
  return {
    ...MAP_OPTIONS,
    locale,
    initialViewState: { longitude: initialView.lng, latitude: initialView.lat, zoom: initialView.zoom },
    onStyleData: onFirstFrame,
    onData: (event: object) => {
      if ('tile' in event && 'sourceId' in event && event.sourceId !== SITES) watch.tile();
    },
    onError: (event: { error: unknown }) => watch.error(event.error, 'tile' in event),
    onLoad: ({ target }: { target: SomeMap }) => {
      if (watch.drawn()) onReady(createMapHandle(target, clustersOf(target)));
    },
    onClick: ({ originalEvent }: { originalEvent: Event }) => {
      if (!isOnMark(originalEvent.target)) onTap();
    },
  };
}
