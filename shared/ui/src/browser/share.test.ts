import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { share } from './share.ts';

beforeEach(() => {
  rs.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  rs.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});
const mockNavigator = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });
const shareLink = () => share({ title: 'Oficina', url: 'https://marca.example/marca/charger/7' });

test('prefers the share sheet of the device', async () => {
  const sheet = rs.fn(async () => undefined);
  mockNavigator('share', sheet);
  expect(await shareLink()).toBe('shared');
  expect(sheet).toHaveBeenCalledWith({ title: 'Oficina', url: 'https://marca.example/marca/charger/7' });
});

test('treats a dismissed share sheet as shared, without copying', async () => {
  const writeText = rs.fn(async () => undefined);
  mockNavigator('clipboard', { writeText });
  mockNavigator('share', () => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await shareLink()).toBe('shared');
  expect(writeText).not.toHaveBeenCalled();
});

test.each([
  ['no share sheet', undefined],
  ['a blocked share sheet', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
])('copies the link with %s', async (_, sheet) => {
  const writeText = rs.fn(async () => undefined);
  mockNavigator('clipboard', { writeText });
  mockNavigator('share', sheet);
  expect(await shareLink()).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('https://marca.example/marca/charger/7');
});

test('returns failed when it can neither share nor copy', async () => {
  mockNavigator('share', undefined);
  mockNavigator('clipboard', undefined);
  expect(await shareLink()).toBe('failed');
});
