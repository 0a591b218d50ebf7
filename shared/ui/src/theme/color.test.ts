import { expect, test } from '@rstest/core';
import { contrast, parseColor, toHex } from './color.ts';

test('parses hex with three, six and eight digits, and rgb()', () => {
  expect(parseColor('#3CCC10')).toEqual([60, 204, 16]);
  expect(parseColor(' 3ccc10 ')).toEqual([60, 204, 16]);
  expect(parseColor('#fa0')).toEqual([255, 170, 0]);
  expect(parseColor('#3CCC1080')).toEqual([60, 204, 16]);
  expect(parseColor('rgb(60, 204, 16)')).toEqual([60, 204, 16]);
  expect(parseColor('rgba(60 204 16 / 50%)')).toEqual([60, 204, 16]);
  expect(parseColor('rgb(300, 0, 0)')).toEqual([255, 0, 0]);
});

test('returns undefined for anything else', () => {
  for (const text of ['', 'green', '#12', '#12345', 'rgb(1,2)', 'url(#a)', 'red;--text:red', 'var(--x)']) {
    expect(parseColor(text)).toBeUndefined();
  }
});

test('returns the greatest contrast for black on white', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(toHex([0, 10, 255])).toBe('#000aff');
});
