import { expect, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { siteState } from '../site-card/availability.ts';
import { siteFeatures } from './site-features.ts';

test('marks a site as available if any charger is, else in use if any is, else offline', () => {
  expect(siteState({ available: 1, inUse: 5, offLine: 9 })).toBe('available');
  expect(siteState({ available: 0, inUse: 1, offLine: 9 })).toBe('inUse');
  expect(siteState({ available: 0, inUse: 0, offLine: 3 })).toBe('offline');
  expect(siteState({ available: 0, inUse: 0, offLine: 0 })).toBe('offline');
  expect(siteState(undefined)).toBe('offline');
});

test('omits a site without a location', () => {
  const site = ChargerSite.parse({ csId: 7, csLocation: { coordinates: [-46.65, -23.56] } });
  const unlocated = ChargerSite.parse({ csId: 8 });
  expect(siteFeatures([site, unlocated]).features).toEqual([
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-46.65, -23.56] },
      properties: { id: '7', kind: 'offline' },
    },
  ]);
});
