import { expect, test } from '@rstest/core';
import { defineSetting, type Setting } from '@shared/contract/settings';
import { settingProblem, settingsInManifest } from './version-manifest.ts';

const flag = defineSetting('sites.flag', { title: 'A flag', type: 'boolean', default: true });
const count = defineSetting('sites.count', {
  title: 'A number',
  type: 'integer',
  minimum: 1,
  maximum: 5,
  default: 2,
});
const look = defineSetting('sites.look', {
  title: 'A choice',
  type: 'string',
  enum: ['plain', 'rich'],
  default: 'plain',
});

test('reads the settings of a manifest as they were declared', () => {
  const settings = [flag, count, look];
  expect(settingsInManifest(JSON.parse(JSON.stringify({ settings })))).toEqual(settings);
});

test.each([
  undefined,
  {},
  { settings: [{ name: 'sites.flag' }, { ...flag, name: ['sites.flag'] }, { ...look, enum: ['plain', ''] }] },
])('reads no settings in %j', (manifest) => {
  expect(settingsInManifest(manifest)).toEqual([]);
});

const titled = { title: 'Title' };
test.each<[string | undefined, Setting]>([
  [undefined, count],
  [
    "the setting 'sites.count' is invalid: default",
    { ...titled, name: 'sites.count', type: 'integer', minimum: 1, maximum: 5, default: 9 },
  ],
  [
    "the setting 'sites.look' is invalid: default",
    { ...titled, name: 'sites.look', type: 'string', enum: ['plain'], default: 'rich' },
  ],
  ["the setting 'flag' is invalid: name", { ...titled, name: 'flag', type: 'boolean', default: true }],
  ["the setting 'sites.flag' is invalid: title", { ...flag, title: '' }],
  [
    "the setting 'wallet.flag' must be named after its remote, such as 'sites.name'",
    { ...flag, name: 'wallet.flag' },
  ],
])('says %j', (problem, setting) => {
  expect(settingProblem('sites', setting)).toBe(problem);
});
