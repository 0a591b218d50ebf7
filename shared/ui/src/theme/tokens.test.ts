import { readFileSync } from 'node:fs';
import { expect, test } from '@rstest/core';
import { DARK_SURFACE, LIGHT_SURFACE } from './brand-theme.ts';
import { contrast, parseColor } from './color.ts';

const css = readFileSync('shared/ui/src/theme/tokens.css', 'utf8');
const SURFACES = ['--ground', '--surface', '--raised', '--sunken'];

/** Returns a token's colours in the light and the dark scheme. */
function token(name: string) {
  const [, light, dark] = new RegExp(`${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css) ?? [];
  const colors = [parseColor(light ?? ''), parseColor(dark ?? '')] as const;
  if (!colors[0] || !colors[1]) throw new Error(`${name} is not a light-dark() pair of hex colours`);
  return [colors[0], colors[1]] as const;
}

function expectContrast(one: string, other: string, ratio: number) {
  for (const scheme of [0, 1] as const) {
    expect(contrast(token(one)[scheme], token(other)[scheme]), `${one} on ${other}`).toBeGreaterThanOrEqual(
      ratio,
    );
  }
}

test.each([
  '--text',
  '--text-muted',
  '--available-text',
  '--in-use-text',
  '--offline-text',
  '--attention-text',
  '--fault-text',
])('keeps %s readable on every surface, light and dark', (text) => {
  for (const surface of SURFACES) expectContrast(text, surface, 4.5);
});

test.each(['--available', '--in-use', '--offline', '--attention', '--fault', '--edge'])(
  'keeps %s visible on every surface that it is drawn on',
  (mark) => {
    for (const surface of ['--ground', '--surface', '--raised']) expectContrast(mark, surface, 3);
  },
);

test('measures the brand against the surfaces with the lowest contrast', () => {
  expect(token('--sunken')).toEqual([parseColor(LIGHT_SURFACE), parseColor(DARK_SURFACE)]);
});
