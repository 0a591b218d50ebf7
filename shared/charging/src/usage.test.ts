import { expect, test } from '@rstest/core';
import { usageAt } from './usage.ts';

const startTime = '2026-03-01T10:00:00Z';

test('counts a running charge as charging from its start', () => {
  expect(usageAt({ startTime, at: '2026-03-01T10:30:00.900Z', energyWh: 5000 })).toEqual({
    energyWh: 5000,
    chargingSeconds: 1800,
    pluggedSeconds: 1800,
    overstaySeconds: 0,
  });
});

test('counts overstay from when the car stopped taking energy, plus earlier overstay', () => {
  const suspended = { suspendedSince: '2026-03-01T10:50:00Z', overstaySeconds: 60 };
  expect(usageAt({ startTime, at: '2026-03-01T11:00:00Z', energyWh: 0, ...suspended })).toMatchObject({
    chargingSeconds: 2940,
    pluggedSeconds: 3600,
    overstaySeconds: 660,
  });
});

test('returns no negative time if a clock is behind', () => {
  expect(usageAt({ startTime, at: '2026-03-01T09:59:00Z', energyWh: 0 })).toMatchObject({
    chargingSeconds: 0,
    pluggedSeconds: 0,
  });
});
