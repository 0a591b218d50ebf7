/** What the two map libraries have in common, and all that the rest of the map knows of them. */
import type { ComponentType } from 'react';
import type { Bounds, Place, View } from './geometry.ts';
import type { Ground } from './grounds.ts';
import type { SiteFeatures } from './site-features.ts';

/** Name of our data in the map. */
export const SITES = 'sites';

/** Sites nearer to each other than so many pixels become one. */
const CLUSTER_PIXELS = 64;
export const MAX_ZOOM = 19;
const MIN_ZOOM = 3;

/** The map's worker puts sites together, and counts what is free among them. */
export const CLUSTERING = {
  cluster: true,
  clusterRadius: CLUSTER_PIXELS,
  // Until the last step: what lies on one spot is never apart.
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
  // North is up and the ground is flat: two fingers only zoom.
  dragRotate: false,
  pitchWithRotate: false,
  touchPitch: false,
  // Its place gives it a size in more than one way; only this one always holds.
  style: { position: 'absolute', inset: 0, width: 'auto', height: 'auto' },
} as const;

/** A dot below every mark: what there is no button for is still seen. */
export const DOTS = {
  'circle-radius': 4,
  'circle-color': '#3d444b',
  'circle-stroke-width': 1.5,
  'circle-stroke-color': '#ffffff',
};

/** Whether a tap was meant for a mark: those lie inside the map, which hears of it as well. */
export const isOnMark = (target: EventTarget | null) =>
  target instanceof Element && target.closest('button') !== null;

/** A map in view. */
export interface MapHand {
  /** What moves with the map goes in here, so that a finger on it moves the map. */
  container: HTMLElement;
  view: () => View;
  bounds: () => Bounds;
  /** Pixels from the map's upper left corner. */
  project: (place: Place) => { x: number; y: number };
  moveTo: (view: Place & { zoom?: number }) => void;
  zoomBy: (steps: number) => void;
  /** Moves what is in view up by so many pixels. */
  moveUp: (pixels: number) => void;
  focus: () => void;
  /** Our data as the map has it in view, or undefined while it is still being put together. */
  features: () => readonly object[] | undefined;
  /** The zoom at which a cluster falls apart. */
  clusterZoom: (clusterId: number) => Promise<number>;
  /** Ids of sites in a cluster. */
  clusterSites: (clusterId: number, most: number) => Promise<string[]>;
  /** Answers what ends it. */
  on: (event: 'move' | 'moveend' | 'sourcedata' | 'idle', listener: () => void) => () => void;
}

export interface EngineProps {
  ground: Ground;
  data: SiteFeatures;
  initialView: View;
  /** The system asks for dark. */
  dark: boolean;
  onReady: (hand: MapHand) => void;
  /** The ground, or the library itself, can't be had. */
  onFailed: (error: unknown) => void;
  /** The map was tapped, and no button on it. */
  onTap: () => void;
}
export type Engine = ComponentType<EngineProps>;
