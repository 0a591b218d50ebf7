import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Grid {
  columns: number;
  /** Px between rows. */
  gap: number;
  /** Px from the page's top. */
  top: number;
}

/** How a CSS grid laid itself out, known before it is painted, renewed when its own size or the page's changes. */
export function useGrid(element: RefObject<HTMLElement | null>): Grid | undefined {
  const [grid, setGrid] = useState<Grid>();
  useLayoutEffect(() => {
    const measure = () => {
      if (!element.current) return;
      const next = layoutOf(element.current);
      setGrid((known) => (isSame(known, next) ? known : next));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    if (element.current) watcher.observe(element.current);
    // What stands above may grow without changing the grid.
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [element]);
  return grid;
}

function layoutOf(element: HTMLElement): Grid {
  const { gridTemplateColumns, rowGap } = getComputedStyle(element);
  return {
    columns: gridTemplateColumns.split(' ').filter((track) => track.endsWith('px')).length || 1,
    gap: Number.parseFloat(rowGap) || 0,
    top: element.getBoundingClientRect().top + scrollY,
  };
}

const isSame = (a: Grid | undefined, b: Grid) =>
  a?.columns === b.columns && a.gap === b.gap && a.top === b.top;
