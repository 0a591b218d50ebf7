import { expect, test } from '@rstest/core';
import { fitRows } from './fit-rows.ts';

const NEEDS = { lineWidth: 52, tileWidth: 20, highlights: 3.25 };
const fit = (count: number, width: number, height: number) => fitRows(count, NEEDS, width, height);

test('a few rows are whole lines, large', () => {
  expect(fit(8, 1280, 720)).toMatchObject({ look: 'lines', pages: 1 });
});

test('forty rows are all seen at once on a wall of 720 lines', () => {
  expect(fit(40, 1280, 720)).toMatchObject({ look: 'tiles', columns: 3, rows: 14, pages: 1 });
});

test('more rows than can be read at once turn by pages, whose type stays readable', () => {
  const many = fit(500, 1920, 1080);
  expect(many).toMatchObject({ look: 'tiles', pages: 7 });
  expect(many).toHaveProperty('size', 1080 * 0.0175);
});

test('a hand’s screen scrolls, upright and lying', () => {
  expect(fit(500, 390, 844)).toEqual({ look: 'hand' });
  expect(fit(500, 844, 390)).toEqual({ look: 'hand' });
});

test('every row has its place, on any wall, and type never grows with the number of rows', () => {
  for (const [width, height] of [
    [1024, 768],
    [1280, 720],
    [1080, 1920],
    [1920, 1080],
    [3840, 2160],
  ] as const) {
    let before = Number.POSITIVE_INFINITY;
    for (let count = 0; count <= 1000; count++) {
      const it = fit(count, width, height);
      if (it.look === 'hand') throw new Error('a wall is no hand’s screen');
      expect(it.rows * it.columns * it.pages).toBeGreaterThanOrEqual(count);
      if (it.look === 'tiles') {
        expect(it.size).toBeLessThanOrEqual(before);
        before = it.size;
      }
    }
  }
});
