import { atom, useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import type { MapHand } from './engine.ts';
import { halfDiagonal, type Place, type View } from './geometry.ts';
import type { SiteMapProps } from './site-map-props.ts';

const DEFAULT_ZOOM = 15;

/** Global, so that going back from a site restores the map as it was left. */
const leftAtom = atom<View | undefined>(undefined);

const same = (a: Place, b: Place) => a.lat === b.lat && a.lng === b.lng;

/**
 * Controls the map's view: opens where the user left it, otherwise at `centre`, and moves to
 * `centre` when it changes. Calls `onMove` when a movement by the user ends.
 * @returns the initial view
 */
export function useMapView(
  hand: MapHand | undefined,
  { centre, area, onMove }: Pick<SiteMapProps, 'centre' | 'area' | 'onMove'>,
): View {
  const [left, setLeft] = useAtom(leftAtom);
  const initial = useRef<View>(undefined);
  initial.current ??= area && left ? left : { ...centre, zoom: DEFAULT_ZOOM };

  const tell = useRef(onMove);
  useEffect(() => {
    tell.current = onMove;
  });

  const last = useRef<View>(undefined);
  const goingToCentre = useRef(false);
  useEffect(() => {
    if (!hand) return;
    last.current = hand.view();
    return hand.on('moveend', () => {
      const view = hand.view();
      const before = last.current;
      last.current = view;
      const ours = goingToCentre.current;
      goingToCentre.current = false;
      // A resize also ends with `moveend`, but doesn't change the view.
      if (ours || (before && same(before, view) && before.zoom === view.zoom)) return;
      setLeft(view);
      tell.current({ centre: { lat: view.lat, lng: view.lng }, radiusMetres: halfDiagonal(hand.bounds()) });
    });
  }, [hand, setLeft]);

  const { lat, lng } = centre;
  const moved = area !== undefined;
  const shown = useRef({ lat, lng, moved });
  useEffect(() => {
    const before = shown.current;
    shown.current = { lat, lng, moved };
    const isElsewhere = !same(before, { lat, lng }) || (before.moved && !moved);
    if (!hand || !isElsewhere) return;
    goingToCentre.current = true;
    hand.moveTo({ lat, lng, zoom: DEFAULT_ZOOM });
  }, [hand, lat, lng, moved]);

  return initial.current;
}
