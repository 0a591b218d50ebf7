/** Fits rows to a wall display, which can't be scrolled: font size, columns and pages. */

/**
 * `lines`: full-width rows. `tiles`: rows of two lines in columns. `handheld`: a small screen,
 * which scrolls.
 */
export type Fit =
  | { look: 'handheld' }
  | {
      look: 'lines' | 'tiles';
      /** Font size in pixels; all other sizes on a wall display derive from it. */
      size: number;
      columns: number;
      /** Rows per column. */
      rows: number;
      pages: number;
      /** Height above and below the rows, in pixels. */
      around: number;
    };

/** Minimum sizes, in multiples of the font size. */
export interface RowNeeds {
  lineWidth: number;
  tileWidth: number;
  /** Height of the part that stays visible on every page. */
  highlights: number;
  /** Height of further lines above the rows. */
  moreAbove?: number;
}

const LINE_HEIGHT = 1.75;
const TILE_HEIGHT = 2.3;
/** Height of a row of two lines without a gap, as below a notice. */
const DENSE_TILE_HEIGHT = 2.05;
/** Second line of the headings above rows of two lines. */
const SECOND_HEADING = 0.75;
/** On a narrower screen, the figures above the rows take another line. */
const SUMMARY_WIDTH = 62;
const SUMMARY_LINE = 1.4;
/** Height of a notice below the board, such as the one about a failed poll, in pixels. */
const NOTICE_PX = 56;
/** Gap between columns. */
const GAP = 1.5;
const SIDES = 2.4;
/** Largest font size, as a share of the screen's height. */
const LARGEST = 0.036;
/** Smallest font size that can be read across a room, as a share of the screen's shorter side. */
const SMALLEST = 0.0175;
const SMALLEST_PX = 17;
/** Full-width lines are easier to read: for them, the largest font may shrink to this share. */
const LINES_FROM = 0.8;

/** Height above and below the rows, in pixels; header and footer fit at least a touch target. */
const heightAroundRows = (size: number) => Math.max(44, 2.5 * size) + Math.max(36, 1.75 * size) + 4.25 * size;

/** Returns the layout for `count` rows on a screen of `width` by `height` pixels. */
export function fitRows(count: number, needs: RowNeeds, width: number, height: number): Fit {
  const { lineWidth, tileWidth, highlights, moreAbove = 0 } = needs;
  if (width <= 768 || height < 480) return { look: 'handheld' };
  const smallest = Math.max(SMALLEST_PX, Math.min(height, width) * SMALLEST);
  const largest = Math.max(smallest, Math.min(height * LARGEST, width * 0.03));
  const aroundAt = (size: number) =>
    heightAroundRows(size) + (moreAbove + (width < SUMMARY_WIDTH * size ? SUMMARY_LINE : 0)) * size;
  const linesAt = (size: number) => Math.max(1, Math.floor((height - aroundAt(size)) / (LINE_HEIGHT * size)));
  const tilesAt = (size: number, more = 0) => {
    const room = height - aroundAt(size) - (SECOND_HEADING + more) * size;
    const rows = Math.min(room / TILE_HEIGHT, (room - NOTICE_PX) / DENSE_TILE_HEIGHT) / size;
    return Math.max(1, Math.floor(rows));
  };
  const columnsAt = (size: number) =>
    Math.max(1, Math.floor((width + (GAP - SIDES) * size) / ((tileWidth + GAP) * size)));

  const layout = (look: 'lines' | 'tiles', size: number, columns: number, most: number): Fit => {
    const rows = Math.max(1, most);
    const pages = Math.max(1, Math.ceil(count / (rows * columns)));
    return { look, size, columns, rows, pages, around: aroundAt(size) };
  };

  for (const size of sizes(largest, Math.max(smallest, largest * LINES_FROM)))
    if (count <= linesAt(size) && width >= (lineWidth + SIDES) * size) return layout('lines', size, 1, count);

  for (const size of sizes(largest, smallest)) {
    const columns = Math.max(1, Math.ceil(count / tilesAt(size)));
    if (columns <= columnsAt(size)) return layout('tiles', size, columns, Math.ceil(count / columns));
  }
  return layout('tiles', smallest, columnsAt(smallest), tilesAt(smallest, highlights));
}

const STEPS = 16;
/** Returns font sizes from the largest to the smallest, both included. */
const sizes = (largest: number, smallest: number) =>
  Array.from({ length: STEPS + 1 }, (_, step) => largest - ((largest - smallest) * step) / STEPS);
