import type { ChargerSite } from '@shared/contract';
import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type FocusEvent,
  Fragment,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { SiteCard } from '../site-card/site-card.tsx';
import styles from './site-list.module.css';

/** Row height in pixels until a row has been measured. */
const ESTIMATED_ROW = 200;
/** Rows rendered beyond each edge of the screen, for fast scrolling. */
const OVERSCAN_ROWS = 3;

export interface CardListProps extends ComponentProps<'ul'> {
  sites: ChargerSite[];
  now: number;
}

/**
 * Virtualized list: renders only the rows on or near the screen, with spacers in place of the
 * others. The focused row and its neighbours stay rendered on scroll. ARIA attributes give each
 * card's position and the total. The browser's find in page misses cards that aren't rendered; the
 * search box and the filters find them.
 */
export function VirtualList({ sites, now, ...list }: CardListProps) {
  const element = useRef<HTMLUListElement>(null);
  const grid = useGrid(element);
  const [focused, setFocused] = useState<number>();
  const trackFocusedRow = (event: FocusEvent) => {
    const row = event.target.closest('li')?.dataset.row;
    setFocused(row === undefined ? undefined : Number(row));
  };
  // When the focus moves within the list, keep the row until the next card has the focus: removing
  // the neighbours earlier would remove the card that is about to receive the focus.
  const releaseRow = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(undefined);
  };
  return (
    <ul ref={element} {...list} onFocus={trackFocusedRow} onBlur={releaseRow}>
      {grid && <Rows key={grid.columns} sites={sites} now={now} grid={grid} focused={focused} />}
    </ul>
  );
}

interface RowsProps {
  sites: ChargerSite[];
  now: number;
  grid: Grid;
  focused: number | undefined;
}

function Rows({ sites, now, grid: { columns, gap, top }, focused }: RowsProps) {
  const rows = useWindowVirtualizer({
    count: Math.ceil(sites.length / columns),
    estimateSize: () => ESTIMATED_ROW,
    indexAttribute: 'data-row',
    // Rendering rows synchronously on scroll would delay the frame; `overscan` hides the delay.
    useFlushSync: false,
    overscan: OVERSCAN_ROWS,
    gap,
    scrollMargin: top,
    initialMeasurementsCache: lastMeasurements.columns === columns ? lastMeasurements.rows : [],
    rangeExtractor: (range) => withFocused(range, focused),
  });
  useEffect(
    () => () => {
      lastMeasurements = { columns, rows: rows.takeSnapshot() };
    },
    [columns, rows],
  );

  const renderedRows = rows.getVirtualItems();
  const last = renderedRows.at(-1);
  return (
    <>
      {renderedRows.map((row, index) => {
        const previous = renderedRows[index - 1];
        const first = row.index * columns;
        return (
          <Fragment key={row.key}>
            <Spacer height={previous ? row.start - previous.end - 2 * gap : row.start - top - gap} />
            {sites.slice(first, first + columns).map((site, column) => (
              <li
                key={site.csId}
                // All cards of a row have the same height, so the first is enough.
                ref={column === 0 ? rows.measureElement : undefined}
                data-row={row.index}
                aria-setsize={sites.length}
                aria-posinset={first + column + 1}
              >
                <SiteCard site={site} now={now} />
              </li>
            ))}
          </Fragment>
        );
      })}
      {last && <Spacer height={rows.getTotalSize() - (last.end - top) - gap} />}
    </>
  );
}

/** Row heights when the list was unmounted, to restore the scroll position. */
let lastMeasurements: { columns: number; rows: VirtualItem[] } = { columns: 0, rows: [] };

/** Returns the rows to render: those near the screen and the focused one with its neighbours. */
function withFocused(range: Range, focused: number | undefined): number[] {
  const shown = defaultRangeExtractor(range);
  if (focused === undefined) return shown;
  const focusedRows = [focused - 1, focused, focused + 1].filter((row) => row >= 0 && row < range.count);
  return [...new Set([...shown, ...focusedRows])].sort((a, b) => a - b);
}

/** Spacer in place of rows that aren't rendered. */
function Spacer({ height }: { height: number }) {
  return height > 0 ? <li className={styles.unmade} aria-hidden="true" style={{ height }} /> : null;
}

interface Grid {
  columns: number;
  /** Gap between rows in pixels. */
  gap: number;
  /** Distance from the top of the page in pixels. */
  top: number;
}

/** Measures a CSS grid before the first paint, and again when the grid or the page is resized. */
function useGrid(element: RefObject<HTMLElement | null>): Grid | undefined {
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
