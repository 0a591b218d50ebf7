import { expect, rs, test } from '@rstest/core';
import { watchGround } from './ground-watch.ts';

function watch() {
  const failed = rs.fn();
  rs.spyOn(console, 'warn').mockImplementation(() => {});
  return { failed, ...watchGround(failed) };
}

test('a style that is not there is given up, once', () => {
  const { failed, error, drawn } = watch();
  error(new Error('404'), false);
  error(new Error('sprite'), false);
  expect(failed).toHaveBeenCalledTimes(1);
  expect(drawn()).toBe(false);
});

test('a lost tile is no reason to give up the others', () => {
  const { failed, error, tile, drawn } = watch();
  tile();
  error(new Error('404'), true);
  expect(drawn()).toBe(true);
  expect(failed).not.toHaveBeenCalled();
});

test('a style without any tile is given up', () => {
  const { failed, error, drawn } = watch();
  error(new Error('404'), true);
  expect(drawn()).toBe(false);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('what goes wrong once the ground is drawn changes nothing', () => {
  const { failed, error, drawn } = watch();
  expect(drawn()).toBe(true);
  error(new Error('offline'), false);
  expect(failed).not.toHaveBeenCalled();
});
