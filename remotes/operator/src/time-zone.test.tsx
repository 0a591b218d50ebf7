import { afterEach, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { renderScreen } from '@shared/testing';
import { screen } from '@testing-library/react';
import remote from './remote.ts';
import { charging, dialogOf, openValet, rowOf } from './valet/valet.testing.ts';

/** 12 hours ahead of UTC-3. */
const DEVICE_TIME_ZONE = 'Asia/Tokyo';
const NOW = '2026-11-21T10:40:00Z';
const NOW_ON_THE_DEVICE = '21/11/2026 - 19:40';

beforeAll(() => {
  process.env.TZ = DEVICE_TIME_ZONE;
});
beforeEach(() => {
  rs.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
});
afterEach(() => {
  rs.useRealTimers();
});

test.each(['fleet', 'vallet'])(
  "a %s board shows its clock in the device's time zone and its start times in UTC-3",
  async (kind) => {
    renderScreen(remote, {
      at: `/marca/viewers/${kind}/charger-status/7`,
      responses: {
        'GET /viewer/SiteConnectorsStatus/7': {
          csName: 'Garagem Norte',
          connectors: [
            {
              name: 'Carregador 01',
              cpCode: '20001',
              connectorId: 1,
              startTime: '2026-11-21T10:03:00Z',
              cpStatus: 'Online',
              connectorStatus: 'Charging',
            },
          ],
        },
      },
    });
    expect((await rowOf(/Carregador 01/)).getByText('início 07:03')).toBeVisible();
    expect(screen.getByText(NOW_ON_THE_DEVICE)).toBeVisible();
  },
);

test("the priority board shows its clock in the device's time zone and its telemetry times in UTC-3", async () => {
  renderScreen(remote, {
    at: '/marca/viewers/fleet/recharge-priority/7',
    responses: {
      'GET /viewer/RechargePriority/7': {
        csName: 'Garagem Norte',
        fleetVehicles: [
          {
            uvId: 1,
            uvLicencePlate: 'ABC1D23',
            uvTelemetrySoc: 40,
            uvTelemetryTimestamp: '2026-11-21T09:30:00Z',
          },
        ],
      },
    },
  });
  expect((await rowOf(/ABC/)).getByText('06:30')).toBeVisible();
  expect(screen.getByText(NOW_ON_THE_DEVICE)).toBeVisible();
});

test("the valet queue shows its clock and start times in the device's time zone", async () => {
  const { user } = openValet([charging]);
  const row = await rowOf(/BRA2E19/);
  expect(row.getByText('início 19:03')).toBeVisible();
  expect(await screen.findByText(NOW_ON_THE_DEVICE)).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Sobre a recarga' }));
  expect((await dialogOf('Sobre a recarga')).getByText('19:03')).toBeVisible();
});
