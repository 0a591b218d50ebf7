import { expect, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { isCovered } from './is-covered.ts';
import type { Mark } from './visible-marks.ts';

/** A map at the page's origin on which one degree is one pixel. */
const map = {
  container: document.createElement('div'),
  project: ({ lat, lng }: { lat: number; lng: number }) => ({ x: lng, y: lat }),
};
const CONTROLS = { left: 300, right: 348, top: 12, bottom: 156 };
const clusterAt = (x: number, y: number): Mark => ({
  key: 'cluster 1',
  at: { lat: y, lng: x },
  clusterId: 1,
  count: 2,
  available: 1,
  inUse: 0,
});
const pinAt = (x: number, y: number): Mark => ({
  key: 'site 1',
  at: { lat: y, lng: x },
  site: ChargerSite.parse({ csId: 1, csName: 'Site 1' }),
});

test('treats a marker as covered if its centre is under the cover or within 12 px of it', () => {
  expect(isCovered(CONTROLS, map, clusterAt(320, 80))).toBe(true);
  expect(isCovered(CONTROLS, map, clusterAt(289, 80))).toBe(true);
  expect(isCovered(CONTROLS, map, clusterAt(288, 80))).toBe(false);
  expect(isCovered(CONTROLS, map, clusterAt(320, 168))).toBe(false);
});

test('measures a pin from its centre, above its place', () => {
  expect(isCovered(CONTROLS, map, pinAt(320, 190))).toBe(true);
  expect(isCovered(CONTROLS, map, pinAt(320, 192))).toBe(false);
});

test('treats no marker as covered without a cover', () => {
  expect(isCovered(undefined, map, clusterAt(320, 80))).toBe(false);
});
