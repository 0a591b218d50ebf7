/** Interface between the map and its two libraries, Mapbox and MapLibre. */
import type { ComponentType } from 'react';
import type { Bounds, Place, View } from './geometry.ts';
import type { SiteFeatures } from './site-features.ts';

/** Id of the map source with our sites. */
export const SITES = 'sites';

/** Sites closer to each other than this form a cluster. */
const CLUSTER_PIXELS = 64;
export const MAX_ZOOM = 19;
const MIN_ZOOM = 3;

/** The map's worker clusters the sites and counts those available and those in use. */
export const CLUSTERING = {
  cluster: true,
  clusterRadius: CLUSTER_PIXELS,
  // Cluster up to the last zoom level, because sites at the same spot never separate.
  clusterMaxZoom: MAX_ZOOM,
  maxzoom: MAX_ZOOM + 1,
  clusterProperties: {
    available: ['+', ['case', ['==', ['get', 'kind'], 'available'], 1, 0]],
    inUse: ['+', ['case', ['==', ['get', 'kind'], 'inUse'], 1, 0]],
  },
};

export const MAP_OPTIONS = {
  minZoom: MIN_ZOOM,
  maxZoom: MAX_ZOOM,
  // No rotation or tilt, so that two fingers only zoom.
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  // Fading labels in takes 0.3 s of extra frames after each movement, which delays presses.
  fadeDuration: 0,
  // Insets fill the container however its size is determined, which percentages don't.
  style: { position: 'absolute', inset: 0, width: 'auto', height: 'auto' },
} as const;

/** Dots for all sites and clusters, including those without a marker. */
export const DOTS = {
  'circle-radius': 4,
  'circle-color': '#3d444b',
  'circle-stroke-width': 1.5,
  'circle-stroke-color': '#ffffff',
};

/** Returns whether a tap hit a marker: markers are inside the map, which gets their taps too. */
export const isOnMark = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button') !== null;

/** Handle of a rendered map. */
export interface MapHandle {
  /** Container for elements that move with the map, so that dragging them drags the map. */
  container: HTMLElement;
  view: () => View;
  bounds: () => Bounds;
  /** Returns pixels from the map's upper left corner. */
  project: (place: Place) => { x: number; y: number };
  moveTo: (view: Place & { zoom?: number }) => void;
  zoomBy: (steps: number) => void;
  /** Moves the map's content up by this many pixels. */
  moveUp: (pixels: number) => void;
  focus: () => void;
  /** Returns our sites and clusters in view, or undefined while they are being computed. */
  features: () => readonly object[] | undefined;
  /** Returns the zoom level at which a cluster splits. */
  clusterZoom: (clusterId: number) => Promise<number>;
  /** Returns the ids of at most `limit` sites in a cluster. */
  clusterSites: (clusterId: number, limit: number) => Promise<string[]>;
  /** Returns a function that removes the listener. */
  on: (event: 'move' | 'moveend' | 'sourcedata' | 'idle', listener: () => void) => () => void;
}

/** Basemap: a Mapbox style, a public style, or our own drawing, which needs no connection. */
export type Basemap = { kind: 'mapbox'; token: string } | { kind: 'style'; url: string } | { kind: 'own' };

export interface EngineProps {
  basemap: Basemap;
  data: SiteFeatures;
  initialView: View;
  /** The system prefers a dark colour scheme. */
  dark: boolean;
  /** The first frame is being drawn, without sites yet. */
  onFirstFrame: () => void;
  onReady: (handle: MapHandle) => void;
  /** The basemap failed to load. */
  onFailed: (error: unknown) => void;
  /** The map was tapped outside its markers. */
  onTap: () => void;
}
export type Engine = ComponentType<EngineProps>;
