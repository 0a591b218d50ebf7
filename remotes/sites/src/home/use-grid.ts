import { type RefObject, useLayoutEffect, useState } from 'react';

export interface Grid {
  columns: number;
  /** Gap between rows in pixels. */
  gap: number;
  /** Distance from the top of the page in pixels. */
  top: number;
}

/** Measures a CSS grid before the first paint, and again when the grid or the page is resized. */
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
    // Content above the grid may change height without resizing the grid.
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
