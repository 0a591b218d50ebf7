import { expect, test } from '@rstest/core';
import { fitRows } from './fit-rows.ts';

const NEEDS = { lineWidth: 52, tileWidth: 20, highlights: 3.25 };
const fit = (count: number, width: number, height: number) => fitRows(count, NEEDS, width, height);

test('lays out a few rows as full-width lines', () => {
  expect(fit(8, 1280, 720)).toMatchObject({ look: 'lines', pages: 1 });
});

test('fits forty rows on one page of a 1280 × 720 screen', () => {
  expect(fit(40, 1280, 720)).toMatchObject({ look: 'tiles', columns: 3, rows: 14, pages: 1 });
});

test('leaves room for a further line above the rows', () => {
  const [rows, limited] = [NEEDS, { ...NEEDS, moreAbove: 2.5 }].map((needs) =>
    fitRows(12, needs, 1920, 1080),
  );
  if (rows?.look !== 'lines' || limited?.look !== 'lines') throw new Error('expected lines');
  expect(limited.size).toBeLessThan(rows.size);
});

test('splits more rows into pages with a readable font size', () => {
  const many = fit(500, 1920, 1080);
  expect(many).toMatchObject({ look: 'tiles', pages: 7 });
  expect(many).toHaveProperty('size', 1080 * 0.0175);
});

test('scrolls on a phone, in portrait and in landscape', () => {
  expect(fit(500, 390, 844)).toEqual({ look: 'handheld' });
  expect(fit(500, 844, 390)).toEqual({ look: 'handheld' });
});

test('has room for every row on any wall display, and never enlarges the font for more rows', () => {
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
    [1080, 1920],
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    let previousSize = Number.POSITIVE_INFINITY;
    for (let count = 0; count <= 1000; count++) {
      const layout = fit(count, width, height);
      if (layout.look === 'handheld') throw new Error('expected a layout for a wall display');
      expect(layout.rows * layout.columns * layout.pages).toBeGreaterThanOrEqual(count);
      if (layout.look === 'tiles') {
        expect(layout.size).toBeLessThanOrEqual(previousSize);
        previousSize = layout.size;
      }
    }
  }
});
