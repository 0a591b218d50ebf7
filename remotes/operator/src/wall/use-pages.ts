import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Fit, fitRows, type RowNeeds } from './fit-rows.ts';

/** 8 to 15 s per page, so that a round of 8 to 15 pages takes two minutes. */
const readingMs = (pages: number) => Math.max(8_000, Math.min(15_000, 120_000 / pages));
/** Of a pause without input: nobody may be near a wall display to end it. */
const PAUSE_MS = 5 * 60_000;

export interface Pages<Row> {
  fit: Fit;
  /** Rows of the current page. */
  rows: readonly Row[];
  /** Zero-based. */
  page: number;
  pages: number;
  turn: (by: 1 | -1) => void;
  paused: boolean;
  pause: (paused: boolean) => void;
}

/**
 * Fits rows to this screen, again on resize (see `fitRows`), and splits them into pages that turn
 * automatically, in a loop, unless paused.
 */
export function usePages<Row>(all: readonly Row[], needs: RowNeeds): Pages<Row> {
  const width = useSyncExternalStore(onResize, () => window.innerWidth);
  const height = useSyncExternalStore(onResize, () => window.innerHeight);
  const fit = fitRows(all.length, needs, width, height);
  const pages = fit.look === 'handheld' ? 1 : fit.pages;
  const [turned, setTurned] = useState(0);
  const [paused, pause] = useState(false);
  // The number of pages may have shrunk.
  const page = turned % pages;
  const turn = (by: 1 | -1) => setTurned((page + by + pages) % pages);
  useEffect(() => {
    if (pages < 2) return;
    const timer = paused
      ? setTimeout(pause, PAUSE_MS, false)
      : setTimeout(() => setTurned((page + 1) % pages), readingMs(pages));
    return () => clearTimeout(timer);
  }, [page, pages, paused]);
  const perPage = fit.look === 'handheld' ? all.length : fit.rows * fit.columns;
  return { fit, rows: all.slice(page * perPage, (page + 1) * perPage), page, pages, turn, paused, pause };
}

function onResize(changed: () => void) {
  addEventListener('resize', changed);
  return () => removeEventListener('resize', changed);
}
