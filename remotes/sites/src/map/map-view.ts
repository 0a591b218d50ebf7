import { atom, useAtom } from 'jotai';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapHandle } from './engine.ts';
import { halfDiagonal, type Place, type View } from './geometry.ts';
import type { SiteMapProps } from './site-map-props.ts';

const DEFAULT_ZOOM = 15;

/** Global, so that going back from a site restores the map as it was left. */
const lastViewAtom = atom<View | undefined>(undefined);

const isSamePlace = (a: Place, b: Place) => a.lat === b.lat && a.lng === b.lng;

/**
 * Controls the map's view: opens where the user left it, otherwise at `centre`, and moves to
 * `centre` when it changes. Calls `onMove` when a movement by the user ends.
 * @returns the initial view
 */
export function useMapView(
  handle: MapHandle | undefined,
  { centre, area, onMove }: Pick<SiteMapProps, 'centre' | 'area' | 'onMove'>,
): View {
  const [lastView, setLastView] = useAtom(lastViewAtom);
  const initial = useRef<View>(undefined);
  initial.current ??= area && lastView ? lastView : { ...centre, zoom: DEFAULT_ZOOM };

  const notifyMoved = useEffectEvent(onMove);
  const previousView = useRef<View>(undefined);
  const isMovingToCentre = useRef(false);
  useEffect(() => {
    if (!handle) return;
    previousView.current = handle.view();
    return handle.on('moveend', () => {
      const view = handle.view();
      const previous = previousView.current;
      previousView.current = view;
      const wasProgrammatic = isMovingToCentre.current;
      isMovingToCentre.current = false;
      // A resize also ends with `moveend`, but doesn't change the view.
      if (wasProgrammatic || (previous && isSamePlace(previous, view) && previous.zoom === view.zoom)) return;
      setLastView(view);
      notifyMoved({
        centre: { lat: view.lat, lng: view.lng },
        radiusMetres: halfDiagonal(handle.bounds()),
      });
    });
  }, [handle, setLastView]);

  const { lat, lng } = centre;
  const moved = area !== undefined;
  const shown = useRef({ lat, lng, moved });
  useEffect(() => {
    const previous = shown.current;
    shown.current = { lat, lng, moved };
    const isElsewhere = !isSamePlace(previous, { lat, lng }) || (previous.moved && !moved);
    if (!handle || !isElsewhere) return;
    isMovingToCentre.current = true;
    handle.moveTo({ lat, lng, zoom: DEFAULT_ZOOM });
  }, [handle, lat, lng, moved]);

  return initial.current;
}
