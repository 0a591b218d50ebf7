import { expect, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { MOST_MARKS, visibleMarks } from './visible-marks.ts';

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

test('a site told by two tiles is one mark, at its exact place', () => {
  const site = siteAt(1, -46.65, -23.55);
  expect(visibleMarks([pointOf('1'), pointOf('1')], byId(site), BOUNDS)).toEqual([
    { key: 'site 1', at: { lat: -23.55, lng: -46.65 }, site },
  ]);
});

test('a cluster tells how many sites it stands for', () => {
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

test('what is out of view, unknown or unreadable has no mark', () => {
  const outside = siteAt(1, -46.75, -23.55);
  const odd = { geometry: { type: 'Point' }, properties: { cluster_id: 1, point_count: 2 } };
  expect(visibleMarks([pointOf('1'), pointOf('2'), odd, {}], byId(outside), BOUNDS)).toEqual([]);
});

test('what is covered has no mark', () => {
  const sites = byId(siteAt(1, -46.65, -23.55), siteAt(2, -46.66, -23.55));
  const marks = visibleMarks(['1', '2'].map(pointOf), sites, BOUNDS, ({ key }) => key === 'site 1');
  expect(keys(marks)).toEqual(['site 2']);
});

test('marks are read from top to bottom, then from left to right', () => {
  const sites = byId(siteAt(1, -46.61, -23.59), siteAt(2, -46.69, -23.51), siteAt(3, -46.61, -23.51));
  expect(keys(visibleMarks(['1', '2', '3'].map(pointOf), sites, BOUNDS))).toEqual([
    'site 2',
    'site 3',
    'site 1',
  ]);
});

test('of a crowd those nearest to the middle have a mark', () => {
  const sites = Array.from({ length: 500 }, (_, index) => siteAt(index, -46.65 + index / 20_000, -23.55));
  const marks = visibleMarks(
    sites.map(({ csId }) => pointOf(csId)),
    byId(...sites),
    BOUNDS,
  );
  expect(marks).toHaveLength(MOST_MARKS);
  expect(keys(marks)).toContain('site 0');
  expect(keys(marks)).not.toContain('site 499');
});
