import { afterAll, beforeAll, expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { FLEET_GARAGE } from '../../demo/seed/fleet-garage.testing.ts';
import { readDemoNetwork } from '../../demo/seed/seed.ts';
import { eq } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  fleetVehicles,
  sites,
  startAttempts,
  transactions,
  users,
  vehicles,
} from '../../platform/database/schema.ts';
import { callApi, startTestBackend } from '../../testing/test-backend.ts';
import { createTestClock } from '../../testing/test-clock.ts';
import { until } from '../../testing/until.ts';
import { readMeterValuesRequest, readStartTransaction } from '../charge-points/ocpp16/read-messages.ts';
import { beginCharge } from '../charging/begin-charge.ts';
import { meterCharge } from '../charging/meter-charge.ts';
import { PRICE } from '../charging/network.testing.ts';
import { topUp } from '../money/wallet/ledger.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
/** Requests share a response for this long. */
const SHARED_MS = 1000;
const clock = createTestClock(NOW);
let backend: Backend;
let siteId = -1;
let pointId = '';
beforeAll(async () => {
  backend = await startTestBackend({ seed: true, clock: { ...clock, now: () => NOW } });
  const { db } = backend.context;
  const [site] = await db.select().from(sites).where(eq(sites.name, FLEET_GARAGE));
  siteId = site?.id ?? -1;
  const [point] = await db.select().from(chargePoints).where(eq(chargePoints.siteId, siteId));
  pointId = point?.id ?? '';
});
afterAll(() => backend.close());

const pathOf = (id = siteId) => ({ path: { id: String(id) } });
const priority = async () => (await callApi(backend, calls.fleetPriority, pathOf())).response;
const start = (idTag: string, connectorId: number) =>
  beginCharge(
    backend.context,
    pointId,
    readStartTransaction({ connectorId, idTag, meterStart: 0, timestamp: NOW.toISOString() }, NOW),
  );

test('sorts the fleet by battery, the emptiest first and vehicles without a report last', async () => {
  const response = await priority();
  const fleet = (await readDemoNetwork()).fleets.flatMap(({ vehicles }) => vehicles);
  expect(response).toMatchObject({ csName: FLEET_GARAGE, count: fleet.length });
  const levels = response?.fleetVehicles.map(({ uvTelemetrySoc }) => uvTelemetrySoc) ?? [];
  expect(levels).toEqual([...levels].sort((a, b) => (a ?? 101) - (b ?? 101)));
  expect(levels.slice(-2)).toEqual([undefined, undefined]);
  expect(response?.fleetVehicles[0]).toEqual({
    vmName: 'e-Expert',
    uvId: expect.any(String),
    uvLicencePlate: 'FRT1D09',
    uvTelemetrySoc: 9,
    uvTelemetryTimestamp: '2026-11-20T14:36:00.000Z',
    isCharging: false,
    // 75 kWh: 6.75 kWh are left for 4.3 km each, 68.25 kWh are missing at 11 kW.
    autonomyKm: 29,
    chargeTimeAC: '06:12:16',
  });
  const silent = response?.fleetVehicles.at(-1);
  expect([silent?.autonomyKm, silent?.chargeTimeAC, silent?.uvTelemetryTimestamp]).toEqual(Array(3));
});

test('adds up the missing energy of the vehicles that have reported', async () => {
  const { fleetVehicles = [], requiredBattKwh, chargeTimeACHour } = (await priority()) ?? {};
  const hours = fleetVehicles
    .map(({ chargeTimeAC }) =>
      String(chargeTimeAC ?? '00:00:00')
        .split(':')
        .map(Number),
    )
    .reduce((sum, [h = 0, m = 0, s = 0]) => sum + h + m / 60 + s / 3600, 0);
  expect(chargeTimeACHour).toBeCloseTo(hours, 1);
  expect(requiredBattKwh).toBeGreaterThan(300);
});

test('shows a vehicle started by a card of the fleet as charging, with the battery level from the charge point', async () => {
  const { transactionId } = await start('FROTA-0009', 1);
  await meterCharge(
    backend.context,
    pointId,
    readMeterValuesRequest(
      {
        connectorId: 1,
        transactionId,
        meterValue: [
          {
            timestamp: '2026-11-20T14:59:00Z',
            sampledValue: [{ value: '57', measurand: 'SoC', unit: 'Percent' }],
          },
        ],
      },
      NOW,
    ),
  );
  const van = await until('charging', async () => {
    clock.advance(SHARED_MS);
    const fleetVehicles = (await priority())?.fleetVehicles ?? [];
    return fleetVehicles.find(({ uvLicencePlate, isCharging }) => uvLicencePlate === 'FRT1D09' && isCharging);
  });
  expect(van).toMatchObject({
    uvTelemetrySoc: 57,
    uvTelemetryTimestamp: '2026-11-20T14:59:00.000Z',
  });
});

test('shows no power and no remaining time of a charge while its charge point is offline', async () => {
  const { db } = backend.context;
  const byId = eq(chargePoints.id, pointId);
  await db.update(connectors).set({ status: 'Charging', powerW: 5000 }).where(eq(connectors.connectorId, 1));
  const seenWhile = async (online: boolean) => {
    await db.update(chargePoints).set({ online }).where(byId);
    clock.advance(SHARED_MS);
    const { response } = await callApi(backend, calls.siteBoard, pathOf());
    const row = response?.connectors.find(({ transactionId }) => transactionId !== undefined);
    return [row?.connectorStatus, row?.chargeRateKW, row?.requiredChargeTime];
  };
  expect(await seenWhile(true)).toEqual(['Charging', 5, expect.any(String)]);
  expect(await seenWhile(false)).toEqual(['Charging', undefined, undefined]);
});

test('shows a vehicle of the fleet as charging, whichever user pays for it', async () => {
  const { db } = backend.context;
  const [van] = await db.select().from(vehicles).where(eq(vehicles.plate, 'FRT1D10'));
  if (!van) throw new Error('the fleet is missing');
  await db.insert(startAttempts).values({
    userId: van.userId,
    idempotencyKey: 'van',
    chargePointId: pointId,
    connectorId: 2,
    vehicleId: van.id,
    idTag: 'VANTAG',
    price: PRICE,
    deadline: new Date(NOW.getTime() + 60_000),
  });
  const { transactionId } = await start('VANTAG', 2);
  await until('charging', async () => {
    clock.advance(SHARED_MS);
    const fleetVehicles = (await priority())?.fleetVehicles ?? [];
    return fleetVehicles.find(({ uvLicencePlate, isCharging }) => uvLicencePlate === 'FRT1D10' && isCharging);
  });
  await db.update(transactions).set({ stoppedAt: NOW }).where(eq(transactions.id, transactionId));
});

const BOARD_KEYS = ['csName', 'csLogoFileId', 'csBgFileId', 'csBgColor', 'count', 'connectors'];
const CONNECTOR_KEYS = [
  'name',
  'uvName',
  'soC',
  'cpCode',
  'connectorId',
  'transactionId',
  'meterKWH',
  'chargeRateKW',
  'requiredChargeTime',
  'startTime',
  'cpStatus',
  'connectorStatus',
];
const FLEET_KEYS = ['csName', 'count', 'requiredBattKwh', 'chargeTimeACHour', 'fleetVehicles'];
const VEHICLE_KEYS = [
  'vmName',
  'uvId',
  'uvTelemetrySoc',
  'uvTelemetryTimestamp',
  'isCharging',
  'autonomyKm',
  'chargeTimeAC',
  'uvLicencePlate',
];

test('returns the specified fields on boards and priority, and nothing about a driver who charges there', async () => {
  const { db } = backend.context;
  const secrets = { name: 'Zuleica Reservada', email: 'zuleica@example.com', phone: '11987650001' };
  const [driver] = await db
    .insert(users)
    .values({ ...secrets, cpf: '39053344705', brandId: 1 })
    .returning();
  const [own] = await db
    .insert(vehicles)
    .values({ userId: driver?.id ?? -1, modelId: 200, name: 'Carro da Zuleica', plate: 'ZUL9Z99' })
    .returning();
  if (!driver || !own) throw new Error('no driver was written');
  await topUp(db, driver.id, 5000, `test:${driver.id}`);
  await db.insert(startAttempts).values({
    userId: driver.id,
    idempotencyKey: 'x',
    chargePointId: pointId,
    connectorId: 2,
    vehicleId: own.id,
    idTag: 'ZULEICATAG',
    price: PRICE,
    deadline: new Date(NOW.getTime() + 60_000),
  });
  expect(await start('ZULEICATAG', 2)).toMatchObject({ verdict: 'Accepted' });

  clock.advance(SHARED_MS);
  const texts = await Promise.all(
    ['SiteConnectorsStatus', 'RechargePriority'].map(async (name) => {
      const response = await fetch(`${backend.url}/v1/api/viewer/${name}/${siteId}`);
      return response.text();
    }),
  );
  for (const text of texts)
    for (const secret of [...Object.values(secrets), 'Zuleica', '39053344705', 'ZUL9Z99', 'ZULEICATAG'])
      expect(text).not.toContain(secret);
  const [board, fleetTable] = texts.map((text) => JSON.parse(text));
  expect(
    board.connectors.filter(({ transactionId }: { transactionId?: number }) => transactionId),
  ).toHaveLength(2);
  expect(keysOf([board])).toEqual(new Set(BOARD_KEYS));
  expect(keysOf(board.connectors)).toEqual(new Set(CONNECTOR_KEYS));
  expect(keysOf([fleetTable])).toEqual(new Set(FLEET_KEYS));
  expect(keysOf(fleetTable.fleetVehicles)).toEqual(new Set(VEHICLE_KEYS));
});

test('puts vehicles that must charge now first, and says whether they will be ready for their departure', async () => {
  const { db } = backend.context;
  const depart = async (plate: string, departure: string | null, requiredKwh: number | null) => {
    const [van] = await db.select().from(vehicles).where(eq(vehicles.plate, plate));
    await db
      .update(fleetVehicles)
      .set({ departure, requiredKwh })
      .where(eq(fleetVehicles.vehicleId, van?.id ?? -1));
  };
  // It is 12:00 in São Paulo. FRT1E11 charges with 11 kW, FRT1D10 with 22 kW.
  await depart('FRT1D10', '13:00', 12);
  await depart('FRT1E11', '13:00', 15);
  await depart('FRT1E12', '12:00', 20);
  await depart('FRT1D09', '20:00', 10);
  const [charge] = await db.select().from(transactions).where(eq(transactions.idTag, 'FROTA-0009'));
  if (!charge) throw new Error('the van does not charge');
  await db.update(connectors).set({ powerW: 5000 }).where(isAt(connectors, charge));
  await db
    .update(transactions)
    .set({ meterLastWh: charge.meterStartWh + 2500, sampledAt: NOW })
    .where(eq(transactions.id, charge.id));
  clock.advance(SHARED_MS);
  const fleet = (await priority())?.fleetVehicles ?? [];
  const seen = (plate: string) => fleet.find(({ uvLicencePlate }) => uvLicencePlate === plate);
  expect(fleet.map(({ readiness }) => readiness).slice(0, 3)).toEqual(['late', 'urgent', undefined]);
  expect(seen('FRT1E11')).toMatchObject({ readiness: 'late', departsAt: '2026-11-20T16:00:00.000Z' });
  expect(seen('FRT1D10')).toMatchObject({ readiness: 'urgent' });
  expect(seen('FRT1E12')).toMatchObject({ departsAt: '2026-11-21T15:00:00.000Z' });
  expect(seen('FRT1D09')).toMatchObject({
    departsAt: '2026-11-20T23:00:00.000Z',
    readyAt: '2026-11-20T16:30:00.000Z',
  });
  await db
    .update(transactions)
    .set({ meterLastWh: charge.meterStartWh + 10_000, sampledAt: NOW })
    .where(eq(transactions.id, charge.id));
  clock.advance(SHARED_MS);
  const ready = (await priority())?.fleetVehicles.find(({ uvLicencePlate }) => uvLicencePlate === 'FRT1D09');
  expect([ready?.readiness, ready?.readyAt]).toEqual(['ready', undefined]);
  for (const { plate } of await db.select().from(vehicles)) await depart(plate, null, null);
});

const keysOf = (rows: object[]) => new Set(rows.flatMap((row) => Object.keys(row)));

test('returns an empty list for a site without a fleet and 404 for an unknown site', async () => {
  const { db } = backend.context;
  const [other] = await db.select().from(sites).where(eq(sites.name, 'Estação Trianon'));
  expect((await callApi(backend, calls.fleetPriority, pathOf(other?.id))).response).toEqual({
    csName: 'Estação Trianon',
    count: 0,
    requiredBattKwh: 0,
    chargeTimeACHour: 0,
    fleetVehicles: [],
  });
  for (const id of ['999999', 'x', '-1', '99999999999'])
    for (const call of [calls.fleetPriority, calls.siteBoard])
      expect(await callApi(backend, call, { path: { id } })).toEqual({ status: 404, code: 'SITE_NOT_FOUND' });
});

test('runs the queries of one board when a hundred boards of a site poll at once', async () => {
  const count = async (boards: number) => {
    const selects = rs.spyOn(backend.context.db, 'select');
    await Promise.all(Array.from({ length: boards }, () => callApi(backend, calls.siteBoard, pathOf())));
    const queries = selects.mock.calls.length;
    selects.mockRestore();
    clock.advance(SHARED_MS);
    return queries;
  };
  clock.advance(SHARED_MS);
  // Periodic jobs add queries to some of the rounds.
  const singleBoard = Math.min(await count(1), await count(1), await count(1));
  expect(singleBoard).toBeGreaterThan(0);
  await expect.poll(() => count(100)).toBeLessThanOrEqual(singleBoard);
});
