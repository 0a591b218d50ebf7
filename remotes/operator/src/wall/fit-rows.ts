/** How many rows are shown on a screen, how large, and in how many columns and pages: a wall can't be scrolled. */

/** Whole rows across the screen; rows of two lines beside each other; or a hand's screen, which scrolls. */
export type Fit =
  | { look: 'hand' }
  | {
      look: 'lines' | 'tiles';
      /** Of the type, in pixels: everything on a wall follows it. */
      size: number;
      columns: number;
      /** Of one column. */
      rows: number;
      pages: number;
    };

/** What rows need at least, in sizes of their type. */
export interface RowNeeds {
  lineWidth: number;
  tileWidth: number;
  /** Height of what stays in sight while pages turn. */
  highlights: number;
}

const LINE_HEIGHT = 1.75;
const TILE_HEIGHT = 2.3;
/** Between columns. */
const GAP = 1.5;
const SIDES = 2.4;
/** Type shares of the screen's height. Below the least a wall isn't read across a room. */
const LARGEST = 0.036;
const SMALLEST = 0.0175;
const SMALLEST_PX = 17;
/** Whole rows are easier to follow; type gives way for them, but only so far. */
const LINES_FROM = 0.8;

/** What stands above and below the rows, in pixels: head and foot are at least as high as a target to touch. */
const around = (size: number) => Math.max(44, 2.5 * size) + Math.max(36, 1.75 * size) + 4 * size;

/** `width` and `height` of the screen in pixels. */
export function fitRows(count: number, needs: RowNeeds, width: number, height: number): Fit {
  const { lineWidth, tileWidth, highlights } = needs;
  if (width <= 768 || height < 480) return { look: 'hand' };
  const smallest = Math.max(SMALLEST_PX, Math.min(height, width) * SMALLEST);
  const largest = Math.max(smallest, Math.min(height * LARGEST, width * 0.03));
  const rowsAt = (size: number, rowHeight: number, more = 0) =>
    Math.max(1, Math.floor((height - around(size) - more * size) / (rowHeight * size)));
  const columnsAt = (size: number) =>
    Math.max(1, Math.floor((width + (GAP - SIDES) * size) / ((tileWidth + GAP) * size)));

  for (const size of sizes(largest, Math.max(smallest, largest * LINES_FROM)))
    if (count <= rowsAt(size, LINE_HEIGHT) && width >= (lineWidth + SIDES) * size)
      return { look: 'lines', size, columns: 1, rows: Math.max(1, count), pages: 1 };

  for (const size of sizes(largest, smallest)) {
    const columns = Math.max(1, Math.ceil(count / rowsAt(size, TILE_HEIGHT)));
    if (columns <= columnsAt(size))
      return { look: 'tiles', size, columns, rows: Math.max(1, Math.ceil(count / columns)), pages: 1 };
  }
  const columns = columnsAt(smallest);
  const rows = rowsAt(smallest, TILE_HEIGHT, highlights);
  return { look: 'tiles', size: smallest, columns, rows, pages: Math.ceil(count / (rows * columns)) };
}

const STEPS = 16;
/** From the largest to the smallest, both among them. */
const sizes = (largest: number, smallest: number) =>
  Array.from({ length: STEPS + 1 }, (_, step) => largest - ((largest - smallest) * step) / STEPS);
