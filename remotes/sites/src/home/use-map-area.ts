import { atom, useAtom } from 'jotai';
import { useRef } from 'react';
import type { MapArea, Place } from '../map/index.ts';

const DEBOUNCE_MS = 500;

/** Area where the map was left, and the search centre then. Global, to outlast the screen. */
const lastAreaAtom = atom<{ around: Place; area: MapArea } | undefined>(undefined);

/** Returns the area that the user moved the map to, while the search centre stays the same. */
export function useMapArea(around: Place) {
  const [lastArea, setLastArea] = useAtom(lastAreaAtom);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isSameCentre = lastArea?.around.lat === around.lat && lastArea.around.lng === around.lng;

  const reset = () => {
    clearTimeout(debounceTimer.current);
    setLastArea(undefined);
  };
  /** Takes effect when the map hasn't moved for 500 ms, even if the screen was left by then. */
  const move = (area: MapArea) => {
    clearTimeout(debounceTimer.current);
    debounceTimer.current = setTimeout(() => setLastArea({ around, area }), DEBOUNCE_MS);
  };
  return { area: isSameCentre ? lastArea.area : undefined, move, reset };
}
