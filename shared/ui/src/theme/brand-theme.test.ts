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

/** `color-mix(in oklab, color share, ground)`, which tokens.css uses for the tint. */
function mix(color: Rgb, ground: Rgb, share: number): Rgb {
  const one = toOklab(color);
  const other = toOklab(ground);
  return fromOklab(one.map((value, i) => value * share + (other[i] ?? 0) * (1 - share)));
}
const toLinear = (channel: number) =>
  channel / 255 <= 0.04045 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number) =>
  255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
const times = (rows: number[][], values: number[]) =>
  rows.map((row) => row.reduce((sum, factor, i) => sum + factor * (values[i] ?? 0), 0));
const toOklab = (color: Rgb) =>
  times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    times(
      [
        [0.4122214708, 0.5363325363, 0.0514459929],
        [0.2119034982, 0.6806995451, 0.1073969566],
        [0.0883024619, 0.2817188376, 0.6299787005],
      ],
      color.map(toLinear),
    ).map(Math.cbrt),
  );
function fromOklab(lab: number[]): Rgb {
  const cubes = times(
    [
      [1, 0.3963377774, 0.2158037573],
      [1, -0.1055613458, -0.0638541728],
      [1, -0.0894841775, -1.291485548],
    ],
    lab,
  ).map((value) => value ** 3);
  const [red = 0, green = 0, blue = 0] = times(
    [
      [4.0767416621, -3.3077115913, 0.2309699292],
      [-1.2684380046, 2.6097574011, -0.3413193965],
      [-0.0041960863, -0.7034186147, 1.707614701],
    ],
    cubes,
  ).map((value) => Math.min(255, fromLinear(Math.max(0, value))));
  return [red, green, blue];
}

const channel = fc.integer({ min: 0, max: 255 });
const extreme = fc.constantFrom(0, 255);
const anyColor = fc
  .tuple(...Array.from({ length: 3 }, () => fc.oneof(channel, extreme)))
  .map(([red = 0, green = 0, blue = 0]): Rgb => [red, green, blue]);

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

test('keeps very light, very dark and extreme brand colours readable', () => {
  for (const color of ['#FFD400', '#10204A', '#3CCC10', '#5B3DF5', '#000000', '#ffffff', '#0000ff'])
    expectReadable(color);
});

test('keeps any brand colour readable', () => {
  fc.assert(
    fc.property(anyColor, (color) => expectReadable(toHex(color))),
    { numRuns: 2000 },
  );
});

test('keeps text readable on the tint of any brand', () => {
  const words = { light: ['#14171a', '#545b63'], dark: ['#f1f3f4', '#a8afb6'] };
  const surface = { light: '#ffffff', dark: '#16191b' };
  const check = (color: Rgb) => {
    const theme = brandTheme(toHex(color), FALLBACK);
    for (const scheme of ['light', 'dark'] as const) {
      const tint = mix(color, read(surface[scheme]), 0.12);
      for (const word of [...words[scheme], theme[`--brand-text-${scheme}`]])
        expect(contrast(read(word), tint), `${word} on the tint of ${toHex(color)}`).toBeGreaterThanOrEqual(
          4.5,
        );
    }
  };
  fc.assert(fc.property(anyColor, check), { numRuns: 2000 });
  check([220, 0, 0]);
});

test('keeps the hue of a dark brand on dark surfaces', () => {
  const [red, , blue] = read(brandTheme('#10204A', FALLBACK)['--brand-text-dark']);
  expect(blue - red).toBeGreaterThan(60);
});

test('falls back for a colour that cannot be parsed', () => {
  for (const color of [undefined, '', 'brand', '#12'])
    expect(brandTheme(color, FALLBACK)['--brand']).toBe('#3ccc10');
});
