import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { createStore } from 'jotai';
import * as z from 'zod/mini';
import { device } from './storage.ts';
import { storedAtom } from './stored-atom.ts';

const KEY = 'waits';
const Waits = z.record(z.string(), z.number());
const read = () => createStore().get(storedAtom(KEY, Waits, {}));

beforeEach(() => localStorage.clear());
afterEach(() => {
  rs.restoreAllMocks();
});

test('restores a stored value on the next page', () => {
  createStore().set(storedAtom(KEY, Waits, {}), { a: 1 });
  expect(read()).toEqual({ a: 1 });
});

test.each(['null', '"yes"', '{"a":"soon"}', '[', ''])('falls back to initial for stored %s', (stored) => {
  localStorage.setItem(KEY, stored);
  expect(read()).toEqual({});
});

test('applies changes from another tab and falls back for invalid ones', () => {
  const store = createStore();
  const waits = storedAtom(KEY, Waits, {});
  const leave = store.sub(waits, () => undefined);
  const emitStorage = (newValue: string) =>
    dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }));
  emitStorage('{"a":2}');
  expect(store.get(waits)).toEqual({ a: 2 });
  emitStorage('nonsense');
  expect(store.get(waits)).toEqual({});
  leave();
});

test('keeps values in memory when storing fails', () => {
  localStorage.setItem(KEY, 'old');
  rs.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  device.write(KEY, 'new');
  expect(device.read(KEY)).toBe('new');
  device.write(KEY, undefined);
  expect(device.read(KEY)).toBeUndefined();
});
