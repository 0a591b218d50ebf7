import { afterEach, expect, rs, test } from '@rstest/core';
import { shareLink } from './share-link.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'clipboard');
});
const have = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { configurable: true, value });
const share = () => shareLink('Oficina', 'https://marca.example/marca/charger/7');

test('the device’s own sheet comes first', async () => {
  const sheet = rs.fn(async () => undefined);
  have('share', sheet);
  expect(await share()).toBe('shared');
  expect(sheet).toHaveBeenCalledWith({ title: 'Oficina', url: 'https://marca.example/marca/charger/7' });
});

test('a sheet that was closed is no failure, and nothing is copied instead', async () => {
  const writeText = rs.fn(async () => undefined);
  have('clipboard', { writeText });
  have('share', () => Promise.reject(new DOMException('closed', 'AbortError')));
  expect(await share()).toBe('shared');
  expect(writeText).not.toHaveBeenCalled();
});

test.each([
  ['no sheet', undefined],
  ['a forbidden one', () => Promise.reject(new DOMException('no', 'NotAllowedError'))],
])('with %s the link is copied', async (_, sheet) => {
  const writeText = rs.fn(async () => undefined);
  have('clipboard', { writeText });
  have('share', sheet);
  expect(await share()).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('https://marca.example/marca/charger/7');
});

test('a page that may do neither says so', async () => {
  have('share', undefined);
  have('clipboard', undefined);
  expect(await share()).toBe('failed');
});
