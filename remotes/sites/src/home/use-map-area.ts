import { atom, useAtom } from 'jotai';
import { useRef } from 'react';
import type { MapArea, Place } from '../map/index.ts';

/** Specification, section 9. */
const DEBOUNCE_MS = 500;

/** Where the map was left, and what the search was around then. Kept outside the screen: coming back finds it there. */
const leftAtom = atom<{ around: Place; area: MapArea } | undefined>(undefined);

/** The part of the map that the person moved to, as long as the search stays around the same place. */
export function useMapArea(around: Place) {
  const [left, setLeft] = useAtom(leftAtom);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isHere = left?.around.lat === around.lat && left.around.lng === around.lng;

  const reset = () => {
    clearTimeout(settling.current);
    setLeft(undefined);
  };
  /** Takes effect once the map has been still for 500 ms, also on a screen that was left meanwhile. */
  const move = (area: MapArea) => {
    clearTimeout(settling.current);
    settling.current = setTimeout(() => setLeft({ around, area }), DEBOUNCE_MS);
  };
  return { area: isHere ? left.area : undefined, move, reset };
}
