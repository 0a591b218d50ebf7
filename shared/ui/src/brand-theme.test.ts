import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { brandTheme, DARK_SURFACE, LIGHT_SURFACE } from './brand-theme.ts';
import { contrast, parseColor, type Rgb, toHex } from './color.ts';

const FALLBACK = '#3CCC10';

function read(color: string | undefined): Rgb {
  const parsed = parseColor(color ?? '');
  if (!parsed) throw new Error(`no colour: ${color}`);
  return parsed;
}

function expectReadable(color: string) {
  const theme = brandTheme(color, FALLBACK);
  const ratio = (token: `--${string}`, ground: string | undefined) =>
    contrast(read(theme[token]), read(ground));
  expect(theme['--brand']).toBe(toHex(read(color)));
  expect(ratio('--on-brand', theme['--brand'])).toBeGreaterThanOrEqual(4.5);
  expect(ratio('--brand-text-light', LIGHT_SURFACE)).toBeGreaterThanOrEqual(4.5);
  expect(ratio('--brand-text-dark', DARK_SURFACE)).toBeGreaterThanOrEqual(4.5);
  expect(ratio('--brand-mark-light', LIGHT_SURFACE)).toBeGreaterThanOrEqual(3);
  expect(ratio('--brand-mark-dark', DARK_SURFACE)).toBeGreaterThanOrEqual(3);
}

test('brands as light as yellow, as dark as navy and the extremes stay readable', () => {
  for (const color of ['#FFD400', '#10204A', '#3CCC10', '#5B3DF5', '#000000', '#ffffff', '#0000ff'])
    expectReadable(color);
});

test('any brand stays readable', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (color) => expectReadable(toHex(color))),
    { numRuns: 500 },
  );
});

test('a dark brand stays itself on dark ground: brighter, not grey', () => {
  const [red, , blue] = read(brandTheme('#10204A', FALLBACK)['--brand-text-dark']);
  expect(blue - red).toBeGreaterThan(60);
});

test('a colour that cannot be read falls back', () => {
  for (const color of [undefined, '', 'brand', '#12'])
    expect(brandTheme(color, FALLBACK)['--brand']).toBe('#3ccc10');
});
