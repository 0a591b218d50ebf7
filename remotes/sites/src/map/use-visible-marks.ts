import type { ChargerSite } from '@shared/contract';
import { type RefObject, useEffect, useState } from 'react';
import type { MapHandle } from './engine.ts';
import { isCovered } from './is-covered.ts';
import { type Mark, visibleMarks } from './visible-marks.ts';

/** Minimum time between two reads of the markers while the map moves, in ms. */
const READ_INTERVAL_MS = 200;

/** Returns the markers in view that aren't under `cover`. */
export function useVisibleMarks(
  handle: MapHandle | undefined,
  sites: ReadonlyMap<string, ChargerSite>,
  cover: RefObject<Element | null>,
): readonly Mark[] {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useEffect(() => {
    if (!handle) return;
    let lastReadAt = 0;
    const read = () => {
      const features = handle.features();
      if (!features) return;
      lastReadAt = performance.now();
      const coverBox = cover.current?.getBoundingClientRect();
      const next = visibleMarks(features, sites, handle.bounds(), (mark) =>
        isCovered(coverBox, handle, mark),
      );
      setMarks((shown) => (sameMarks(shown, next) ? shown : next));
    };
    const readThrottled = () => {
      if (performance.now() - lastReadAt > READ_INTERVAL_MS) read();
    };
    const unsubscribes = [
      handle.on('moveend', read),
      handle.on('idle', read),
      handle.on('sourcedata', readThrottled),
      handle.on('move', readThrottled),
    ];
    read();
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [handle, sites, cover]);
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
