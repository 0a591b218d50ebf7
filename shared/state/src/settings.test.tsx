import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { AppConfig } from '@shared/contract';
import { defineSetting } from '@shared/contract/settings';
import { brandAtom, configAtom, device } from '@shared/state';
import { render } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { SETTINGS_KEY, useSetting } from './settings.ts';

const reported: string[] = [];
beforeEach(() => {
  reported.length = 0;
  rs.stubGlobal('reportError', (error: Error) => reported.push(error.message));
});
afterEach(() => {
  device.write(SETTINGS_KEY, undefined);
  rs.unstubAllGlobals();
});

/** Returns what a component of the brand 'aurora' gets for the setting. */
function read(name: string, config: object, site?: string) {
  const setting = defineSetting(name, { title: 'Title', type: 'boolean', default: true });
  const store = createStore();
  store.set(brandAtom, { slug: 'aurora' });
  store.set(configAtom, AppConfig.parse(config));
  const Shown = () => String(useSetting(setting, site));
  return render(
    <Provider store={store}>
      <Shown />
    </Provider>,
  ).container.textContent;
}
const ofBrand = (name: string, value: unknown) => ({ brands: { aurora: { settings: { [name]: value } } } });

test('a component gets the default without a configuration, and otherwise the value for brand and site', () => {
  expect(read('a.one', {})).toBe('true');
  expect(read('a.one', ofBrand('a.one', false))).toBe('false');
  const sites = { 18: { settings: { 'a.one': false } } };
  expect(read('a.one', { brands: { aurora: { sites } } })).toBe('true');
  expect(read('a.one', { brands: { aurora: { sites } } }, '18')).toBe('false');
  expect(reported).toEqual([]);
});

test("this browser's value applies only if the web app allows previews", () => {
  device.write(SETTINGS_KEY, JSON.stringify({ 'a.two': false }));
  expect(read('a.two', {})).toBe('true');
  expect(read('a.two', { preview: true })).toBe('false');
  device.write(SETTINGS_KEY, 'not JSON');
  expect(read('a.two', { preview: true })).toBe('true');
});

test('a wrong value is reported once, without the value, and the default applies', () => {
  for (let times = 0; times < 3; times++) expect(read('a.three', ofBrand('a.three', 'no'))).toBe('true');
  expect(reported).toEqual(['wrong value of the setting a.three (brand)']);
});
