import { expect, test } from '@rstest/core';
import { AppConfig } from './brand.ts';
import { readSetting, type SettingContext } from './read-setting.ts';
import { defineSetting, type Setting } from './settings.ts';

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

const config = AppConfig.parse({
  settings: { 'sites.count': 3, 'sites.look': 'rich' },
  brands: {
    aurora: {
      settings: { 'sites.count': 4 },
      sites: { 18: { settings: { 'sites.count': 5, 'sites.flag': false } } },
    },
  },
});
const aurora: SettingContext = { config, brand: 'aurora' };

test.each([
  ['the default', { brand: 'aurora', config: undefined }, 2, undefined],
  ['the value for all brands', { config, brand: 'lume' }, 3, 'all'],
  ['the value for the brand', aurora, 4, 'brand'],
  ['the value for the brand at another site', { ...aurora, site: '19' }, 4, 'brand'],
  ['the value for the site', { ...aurora, site: '18' }, 5, 'site'],
  ['the value for all brands at the site of another', { config, brand: 'lume', site: '18' }, 3, 'all'],
  ["this browser's value", { ...aurora, site: '18', browser: { 'sites.count': 1 } }, 1, 'browser'],
  ['the value for all brands for a brand named like a built-in', { config, brand: 'constructor' }, 3, 'all'],
])('returns %s', (_, context, value, source) => {
  expect(readSetting(count, context)).toEqual({ value, source, isWrong: false });
});

test.each<[string, Setting, unknown]>([
  ['a text for a number', count, '4'],
  ['a number above the maximum', count, 6],
  ['a number below the minimum', count, 0],
  ['a fraction', count, 1.5],
  ['null', count, null],
  ['a text for a flag', flag, 'false'],
  ['a number for a flag', flag, 0],
  ['a value that is no choice', look, 'other'],
  ['a list', look, ['rich']],
])('returns the default for %s, and says that the value is wrong', (_, setting, wrong) => {
  const sites = { 18: { settings: { [setting.name]: wrong } } };
  const changed = AppConfig.parse({ ...config, brands: { aurora: { ...config.brands?.aurora, sites } } });
  // Neither the brand's value nor that for all brands: they are for other sites.
  expect(readSetting(setting, { config: changed, brand: 'aurora', site: '18' })).toEqual({
    value: setting.default,
    source: 'site',
    isWrong: true,
  });
});

test('reads flags, numbers and choices', () => {
  const site = { ...aurora, site: '18' };
  const settings: Setting[] = [flag, count, look];
  expect(settings.map((setting) => readSetting(setting, site).value)).toEqual([false, 5, 'rich']);
});
