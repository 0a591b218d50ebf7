import { atom, useAtom } from 'jotai';
import { useRef } from 'react';
import type { MapArea, Place } from '../map/index.ts';

const DEBOUNCE_MS = 500;

/** Area where the map was left, and the search centre then. Global, to outlast the screen. */
const lastAreaAtom = atom<{ around: Place; area: MapArea } | undefined>(undefined);

/** Returns the area that the user moved the map to, while the search centre stays the same. */
export function useMapArea(around: Place) {
  const [left, setLeft] = useAtom(lastAreaAtom);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSameCentre = left?.around.lat === around.lat && left.around.lng === around.lng;

  const reset = () => {
    clearTimeout(debounceTimer.current);
    setLeft(undefined);
  };
  /** Takes effect when the map hasn't moved for 500 ms, even if the screen was left by then. */
  const move = (area: MapArea) => {
    clearTimeout(debounceTimer.current);
    debounceTimer.current = setTimeout(() => setLeft({ around, area }), DEBOUNCE_MS);
  };
  return { area: isSameCentre ? left.area : undefined, move, reset };
}
