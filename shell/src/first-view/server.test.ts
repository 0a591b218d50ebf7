import { expect, test } from '@rstest/core';
import { addBundle, planView } from './server.tsx';

addBundle('one', (module) => {
  const route = { reads: () => [], Component: () => null };
  module.exports.default = [
    { ...route, path: '', search: ['lat', 'view'] },
    { ...route, path: 'other' },
  ];
});
const searchOf = (path: string, search: string) => planView('one', { path, search })?.view.search;

test('plans the same view for URLs that differ in parameters on which it does not depend', () => {
  expect(searchOf('', '?x=1')).toBe('');
  expect(searchOf('', '?view=map&x=2&lat=-23.5&lat=1')).toBe('?lat=-23.5&view=map');
  expect(searchOf('', '?lat=&view=a%26b%3D')).toBe('?lat=&view=a%26b%3D');
});

test('keeps the whole query for a route that names no parameters', () => {
  expect(searchOf('other', '?x=1')).toBe('?x=1');
});
