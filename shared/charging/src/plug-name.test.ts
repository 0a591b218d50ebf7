import { expect, test } from '@rstest/core';
import { plugName } from './plug-name.ts';

test.each([
  ['ccs2', 'CCS 2'],
  ['NACS', 'NACS'],
  ['constructor', 'constructor'],
])('names the plug %s %s', (plug, name) => {
  expect(plugName(plug)).toBe(name);
});

test('returns a display name for a plug', () => {
  expect(['type2', 'ccs2', 'nacs'].map(plugName)).toEqual(['Tipo 2', 'CCS 2', 'nacs']);
});
