import type { ChargerSite } from '@shared/contract';
import { type RefObject, useEffect, useState } from 'react';
import type { MapHand } from './engine.ts';
import { isUnder } from './is-under.ts';
import { type Mark, visibleMarks } from './visible-marks.ts';

/** Minimum time between two reads of the markers while the map moves, in ms. */
const READ_EVERY = 200;

/** Returns the markers in view that aren't under `cover`. */
export function useVisibleMarks(
  hand: MapHand | undefined,
  sites: ReadonlyMap<string, ChargerSite>,
  cover: RefObject<Element | null>,
): readonly Mark[] {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useEffect(() => {
    if (!hand) return;
    let last = 0;
    const read = () => {
      const features = hand.features();
      if (!features) return;
      last = performance.now();
      const over = cover.current?.getBoundingClientRect();
      const next = visibleMarks(features, sites, hand.bounds(), (mark) => isUnder(over, hand, mark));
      setMarks((shown) => (sameMarks(shown, next) ? shown : next));
    };
    const readNowAndThen = () => {
      if (performance.now() - last > READ_EVERY) read();
    };
    const ends = [
      hand.on('moveend', read),
      hand.on('idle', read),
      hand.on('sourcedata', readNowAndThen),
      hand.on('move', readNowAndThen),
    ];
    read();
    return () => {
      for (const end of ends) end();
    };
  }, [hand, sites, cover]);
  return marks;
}

const sameMarks = (a: readonly Mark[], b: readonly Mark[]) =>
  a.length === b.length && a.every((mark, index) => isSame(mark, b[index]));

function isSame(a: Mark, b: Mark | undefined): boolean {
  if (a.key !== b?.key) return false;
  // Another search may reuse the ids of clusters.
  if ('site' in a) return 'site' in b && a.site === b.site;
  return 'count' in b && a.count === b.count && a.at.lat === b.at.lat && a.at.lng === b.at.lng;
}
