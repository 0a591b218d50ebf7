import { expect, test } from '@rstest/core';
import { ChargerSite } from '@shared/contract';
import { pinKind, siteFeatures } from './site-features.ts';

test('a pin is green if anything is free, blue if anything is in use, gray otherwise', () => {
  expect(pinKind({ available: 1, inUse: 5, offLine: 9 })).toBe('available');
  expect(pinKind({ available: 0, inUse: 1, offLine: 9 })).toBe('inUse');
  expect(pinKind({ available: 0, inUse: 0, offLine: 3 })).toBe('offline');
  expect(pinKind({ available: 0, inUse: 0, offLine: 0 })).toBe('offline');
  expect(pinKind(undefined)).toBe('offline');
});

test('a site that does not say where it is has no pin', () => {
  const site = ChargerSite.parse({ csId: 7, csLocation: { coordinates: [-46.65, -23.56] } });
  const lost = ChargerSite.parse({ csId: 8 });
  expect(siteFeatures([site, lost]).features).toEqual([
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-46.65, -23.56] },
      properties: { id: '7', kind: 'offline' },
    },
  ]);
});
