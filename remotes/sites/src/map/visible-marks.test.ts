import { expect, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { MAX_MARKS, visibleMarks } from './visible-marks.ts';

const BOUNDS = { west: -46.7, south: -23.6, east: -46.6, north: -23.5 };

function siteAt(csId: number, lng: number, lat: number) {
  return ChargerSite.parse({ csId, csName: `Site ${csId}`, csLocation: { coordinates: [lng, lat] } });
}
const byId = (...sites: ChargerSite[]) => new Map(sites.map((site) => [site.csId, site]));
const pointOf = (id: string) => ({
  geometry: { type: 'Point', coordinates: [0, 0] },
  properties: { id, kind: 'offline' },
});
const cluster = (id: number, lng: number, lat: number) => ({
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: { cluster: true, cluster_id: id, point_count: 5, available: 2, inUse: 1 },
});
const keys = (marks: readonly { key: string }[]) => marks.map(({ key }) => key);

test('returns one marker at the exact place for a site in two tiles', () => {
  const site = siteAt(1, -46.65, -23.55);
  expect(visibleMarks([pointOf('1'), pointOf('1')], byId(site), BOUNDS)).toEqual([
    { key: 'site 1', at: { lat: -23.55, lng: -46.65 }, site },
  ]);
});

test('returns the number of sites of a cluster', () => {
  expect(visibleMarks([cluster(3, -46.65, -23.55)], byId(), BOUNDS)).toEqual([
    {
      key: 'cluster 3',
      at: { lat: -23.55, lng: -46.65 },
      clusterId: 3,
      count: 5,
      available: 2,
      inUse: 1,
    },
  ]);
});

test('ignores features that are out of view, unknown or unreadable', () => {
  const outside = siteAt(1, -46.75, -23.55);
  const unreadable = { geometry: { type: 'Point' }, properties: { cluster_id: 1, point_count: 2 } };
  expect(visibleMarks([pointOf('1'), pointOf('2'), unreadable, {}], byId(outside), BOUNDS)).toEqual([]);
});

test('ignores covered markers', () => {
  const sites = byId(siteAt(1, -46.65, -23.55), siteAt(2, -46.66, -23.55));
  const marks = visibleMarks(['1', '2'].map(pointOf), sites, BOUNDS, ({ key }) => key === 'site 1');
  expect(keys(marks)).toEqual(['site 2']);
});

test('orders markers from top to bottom, then from left to right', () => {
  const sites = byId(siteAt(1, -46.61, -23.59), siteAt(2, -46.69, -23.51), siteAt(3, -46.61, -23.51));
  expect(keys(visibleMarks(['1', '2', '3'].map(pointOf), sites, BOUNDS))).toEqual([
    'site 2',
    'site 3',
    'site 1',
  ]);
});

test('keeps the markers nearest to the centre when there are too many', () => {
  const sites = Array.from({ length: 500 }, (_, index) => siteAt(index, -46.65 + index / 20_000, -23.55));
  const marks = visibleMarks(
    sites.map(({ csId }) => pointOf(csId)),
    byId(...sites),
    BOUNDS,
  );
  expect(marks).toHaveLength(MAX_MARKS);
  expect(keys(marks)).toContain('site 0');
  expect(keys(marks)).not.toContain('site 499');
});
