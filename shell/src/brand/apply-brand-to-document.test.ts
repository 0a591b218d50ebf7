import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { type Brand, PRODUCT } from '@shared/contract';
import { applyBrandToDocument } from './apply-brand-to-document.ts';

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

test("sets the page's title, colours and theme colour to those of the brand", () => {
  applyBrandToDocument(
    { slug: 'marca', record: record({ appDisplayName: 'Marca', appBgColor: '#10204A' }) },
    true,
  );
  expect(document.title).toBe('Marca');
  expect(color()).toBe('#10204a');
  expect(inHead('meta[name="theme-color"]', 'content')).toBe('#10204a');
});

test('falls back to the defaults when the brand has no name or an invalid colour', () => {
  applyBrandToDocument({ slug: 'marca', record: record({ appBgColor: 'red;}body{display:none' }) }, true);
  expect(document.title).toBe(PRODUCT.name);
  expect(color()).toBe(PRODUCT.color.toLowerCase());
});

test("sets the brand's icon, manifest and home screen icon once its icon has loaded", () => {
  applyBrandToDocument({ slug: 'marca' }, true);
  expect(inHead('link[rel="icon"]', 'href')).toBe('/default.svg');
  expect(inHead('link[rel="manifest"]', 'href')).toBeUndefined();
  pictures[0]?.onload();
  expect(inHead('link[rel="icon"]', 'href')).toBe('/brands/marca/icon.svg');
  expect(inHead('link[rel="manifest"]', 'href')).toBe('/brands/marca/manifest.webmanifest');
  expect(inHead('link[rel="apple-touch-icon"]', 'href')).toBe('/brands/marca/icon-maskable-512.png');
});

test("keeps the default icon for a brand without one, and requests the brand's icon once", () => {
  applyBrandToDocument({ slug: 'marca' }, true);
  applyBrandToDocument({ slug: 'marca', record: record({}) }, true);
  expect(pictures).toHaveLength(1);
  expect(inHead('link[rel="icon"]', 'href')).toBe('/default.svg');
});

test("sets no manifest on a page that can't be installed", () => {
  applyBrandToDocument({ slug: 'marca' }, false);
  pictures[0]?.onload();
  expect(inHead('link[rel="icon"]', 'href')).toBe('/brands/marca/icon.svg');
  expect(inHead('link[rel="manifest"]', 'href')).toBeUndefined();
});
