import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { type Brand, PRODUCT } from '@shared/contract';
import { dressPage } from './dress-page.ts';

let pictures: { src: string; onload: () => void }[];

beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="/default.svg">';
  delete document.documentElement.dataset.brand;
  pictures = [];
  rs.stubGlobal(
    'Image',
    class {
      src = '';
      onload = () => {};
      constructor() {
        pictures.push(this);
      }
    },
  );
});
afterEach(() => {
  rs.unstubAllGlobals();
});

const record = (given: Partial<Brand>) => ({ appId: '2', ...given }) as Brand;
const inHead = (selector: string, attribute: string) =>
  document.head.querySelector(selector)?.getAttribute(attribute);
const color = () => document.documentElement.style.getPropertyValue('--brand');

test('the page wears the name and the colour of the brand, and colours the browser', () => {
  dressPage({ slug: 'marca', record: record({ appDisplayName: 'Marca', appBgColor: '#10204A' }) }, true);
  expect(document.title).toBe('Marca');
  expect(color()).toBe('#10204a');
  expect(inHead('meta[name="theme-color"]', 'content')).toBe('#10204a');
});

test('a brand without a name, or whose colour is none, gets the defaults', () => {
  dressPage({ slug: 'marca', record: record({ appBgColor: 'red;}body{display:none' }) }, true);
  expect(document.title).toBe(PRODUCT.name);
  expect(color()).toBe(PRODUCT.color.toLowerCase());
});

test('icon, manifest and home screen icon are those of the brand, once its icon has loaded', () => {
  dressPage({ slug: 'marca' }, true);
  expect(inHead('link[rel="icon"]', 'href')).toBe('/default.svg');
  expect(inHead('link[rel="manifest"]', 'href')).toBeUndefined();
  pictures[0]?.onload();
  expect(inHead('link[rel="icon"]', 'href')).toBe('/brands/marca/icon.svg');
  expect(inHead('link[rel="manifest"]', 'href')).toBe('/brands/marca/manifest.webmanifest');
  expect(inHead('link[rel="apple-touch-icon"]', 'href')).toBe('/brands/marca/icon-maskable-512.png');
});

test('a brand without icon keeps the default one; the icon is asked for once', () => {
  dressPage({ slug: 'marca' }, true);
  dressPage({ slug: 'marca', record: record({}) }, true);
  expect(pictures).toHaveLength(1);
  expect(inHead('link[rel="icon"]', 'href')).toBe('/default.svg');
});

test('a page that cannot be installed has no manifest', () => {
  dressPage({ slug: 'marca' }, false);
  pictures[0]?.onload();
  expect(inHead('link[rel="icon"]', 'href')).toBe('/brands/marca/icon.svg');
  expect(inHead('link[rel="manifest"]', 'href')).toBeUndefined();
});
