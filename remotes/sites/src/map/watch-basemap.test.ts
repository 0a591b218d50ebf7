import { expect, rs, test } from '@rstest/core';
import { watchBasemap } from './watch-basemap.ts';

function watch() {
  const failed = rs.fn();
  rs.spyOn(console, 'warn').mockImplementation(() => {});
  return { failed, ...watchBasemap(failed) };
}

test('fails once when the style is missing', () => {
  const { failed, error, drawn } = watch();
  error(new Error('404'), false);
  error(new Error('sprite'), false);
  expect(failed).toHaveBeenCalledTimes(1);
  expect(drawn()).toBe(false);
});

test('tolerates a missing tile', () => {
  const { failed, error, tile, drawn } = watch();
  tile();
  error(new Error('404'), true);
  expect(drawn()).toBe(true);
  expect(failed).not.toHaveBeenCalled();
});

test('fails when no tile of the style loads', () => {
  const { failed, error, drawn } = watch();
  error(new Error('404'), true);
  expect(drawn()).toBe(false);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('ignores errors after the basemap has been drawn', () => {
  const { failed, error, drawn } = watch();
  expect(drawn()).toBe(true);
  error(new Error('offline'), false);
  expect(failed).not.toHaveBeenCalled();
});
