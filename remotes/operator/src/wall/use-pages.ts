import { useEffect, useState } from 'react';
import type { Fit } from './fit-rows.ts';

/** 8 to 15 s per page, so that a round of 8 to 15 pages takes two minutes. */
const readingMs = (pages: number) => Math.max(8_000, Math.min(15_000, 120_000 / pages));

export interface Pages {
  /** Zero-based. */
  page: number;
  pages: number;
  turn: (by: 1 | -1) => void;
  paused: boolean;
  pause: (paused: boolean) => void;
  /** Returns the rows of the current page. */
  of: <T>(rows: readonly T[]) => readonly T[];
}

/** Splits rows into pages that turn automatically, in a loop, until paused. */
export function usePages(fit: Fit): Pages {
  const pages = fit.look === 'handheld' ? 1 : fit.pages;
  const [turned, setTurned] = useState(0);
  const [paused, pause] = useState(false);
  // The number of pages may have shrunk.
  const page = turned % pages;
  const turn = (by: 1 | -1) => setTurned((page + by + pages) % pages);
  useEffect(() => {
    if (paused || pages < 2) return;
    const timer = setTimeout(() => setTurned((page + 1) % pages), readingMs(pages));
    return () => clearTimeout(timer);
  }, [page, pages, paused]);
  const of = <T>(rows: readonly T[]) => {
    if (fit.look === 'handheld' || pages === 1) return rows;
    const perPage = fit.rows * fit.columns;
    return rows.slice(page * perPage, (page + 1) * perPage);
  };
  return { page, pages, turn, paused, pause, of };
}
