import { expect, rs, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/orm.ts';
import {
  type AttemptStatus,
  chargePoints,
  sites,
  startAttempts,
  transactions,
} from '../../platform/database/schema.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../platform/time.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import {
  addChargePoint,
  addDriver,
  PRICE,
  setUpClock,
  setUpNetwork,
  startAndCharge,
  unplug,
} from '../charging/network.testing.ts';
import { keyOf, measureConnectors } from './measure-connectors.ts';

const startedAt = Date.now();
const clocked = setUpClock({}, undefined, () => startedAt);
const real = setUpNetwork();
let points = 0;

interface Attempt {
  status?: AttemptStatus;
  errorCode?: string;
  daysAgo?: number;
  /** The attempt's charge; null if none began. */
  charge?: { energyWh?: number; metered?: boolean; reason?: string; open?: true } | null;
}

/** Inserts the attempts on a new connector, and returns its measurements. */
async function insertAndMeasure(attempts: Attempt[]) {
  const { network } = clocked;
  const { db, now } = network.backend.context;
  const id = `MEASURED-${++points}`;
  await addChargePoint(network, id, String(30_000 + points));
  const key = { chargePointId: id, connectorId: 1 };
  const { id: userId } = await addDriver(network, 0);
  for (const [index, { status = 'started', errorCode, daysAgo = 1, charge = {} }] of attempts.entries()) {
    const at = addMs(now(), -daysAgo * DAY_MS + index * MINUTE_MS);
    const idTag = `${id}-${index}`;
    const [attempt] = await db
      .insert(startAttempts)
      .values({
        ...key,
        userId,
        idempotencyKey: idTag,
        idTag,
        price: PRICE,
        deadline: at,
        createdAt: at,
        status,
        errorCode,
      })
      .returning();
    if (status !== 'started' || charge === null) continue;
    const { energyWh = 5000, metered = true, reason = 'EVDisconnected', open } = charge;
    const end = { stoppedAt: addMs(at, MINUTE_MS), meterStopWh: 1000 + energyWh, ocppStopReason: reason };
    await db.insert(transactions).values({
      ...key,
      idTag,
      attemptId: attempt?.id,
      userId,
      meterStartWh: 1000,
      startedAt: at,
      chargePointStartedAt: at,
      meterLastWh: metered ? 1000 + energyWh : null,
      ...(open ? {} : end),
    });
  }
  return (await measureConnectors(db, network.siteId, now())).get(keyOf(key));
}
const goodCharges = (count: number): Attempt[] => Array.from({ length: count }, () => ({}));
const rateOf = async (attempts: Attempt[]) => {
  const { reliability } = (await insertAndMeasure(attempts)) ?? {};
  return reliability ? `${reliability.succeeded}/${reliability.attempts}` : undefined;
};

test.each<[string, Attempt, string]>([
  ['a charge with energy that ended as usual', {}, '6/6'],
  ['a charge stopped in the app', { charge: { reason: 'Remote' } }, '6/6'],
  ['a start that the charge point rejected', { status: 'failed', errorCode: 'Rejected' }, '5/6'],
  ['a start that got no response', { status: 'failed', errorCode: 'TimedOut' }, '5/6'],
  ['a fault during the wait', { status: 'failed', errorCode: 'GroundFailure' }, '5/6'],
  ['a charge that lost its power', { charge: { reason: 'PowerLoss' } }, '5/6'],
  ['a charge without energy', { charge: { energyWh: 0 } }, '5/6'],
  ['a cancelled start', { status: 'failed', errorCode: 'Cancelled' }, '5/5'],
  ['a wait without a car', { status: 'expired', errorCode: 'ConnectionTimeOut' }, '5/5'],
  ['an open start', { status: 'accepted' }, '5/5'],
  ['an open charge', { charge: { open: true } }, '5/5'],
  [
    'a charge that the driver stopped before any energy',
    { charge: { energyWh: 0, reason: 'Remote' } },
    '5/5',
  ],
  ['a charge without meter values', { charge: { energyWh: 0, metered: false } }, '5/5'],
  ['a charge that never reported its end', { charge: { reason: 'Presumed' } }, '5/5'],
  ['a start of 91 days ago', { status: 'failed', errorCode: 'Rejected', daysAgo: 91 }, '5/5'],
])('rates five good charges and %s', async (_, attempts, rate) => {
  expect(await rateOf([...goodCharges(5), attempts])).toBe(rate);
});

test('returns no rate below five attempts', async () => {
  expect(await rateOf(goodCharges(4))).toBeUndefined();
  expect(await rateOf([])).toBeUndefined();
});

test('measures no charge point that is being installed', async () => {
  expect(await rateOf(goodCharges(5))).toBe('5/5');
  const { backend, siteId } = clocked.network;
  const { db, now } = backend.context;
  const key = { chargePointId: `MEASURED-${points}`, connectorId: 1 };
  await db.update(chargePoints).set({ preparingSince: now() }).where(eq(chargePoints.id, key.chargePointId));
  expect((await measureConnectors(db, siteId, now())).get(keyOf(key))).toBeUndefined();
});

test('returns the interval of the rate in percent', async () => {
  const { reliability } =
    (await insertAndMeasure([...goodCharges(8), ...Array(2).fill({ charge: { energyWh: 0 } })])) ?? {};
  expect(reliability).toEqual({
    succeeded: 8,
    attempts: 10,
    lowPercent: expect.closeTo(49.02, 1),
    highPercent: expect.closeTo(94.33, 1),
  });
});

test('returns end and energy of the last good charge, even after a failed one', async () => {
  const last = await insertAndMeasure([
    { daysAgo: 3 },
    { daysAgo: 2, charge: { energyWh: 47_000 } },
    { charge: { energyWh: 0 } },
  ]);
  expect(last?.lastGoodCharge).toMatchObject({ energyKwh: 47 });
  const ended = Date.parse(String(last?.lastGoodCharge?.endedAt));
  expect(ended).toBe(startedAt - 2 * DAY_MS + 2 * MINUTE_MS);
  expect((await insertAndMeasure([{ charge: { energyWh: 0 } }]))?.lastGoodCharge).toBeNull();
});

test('runs as many queries for a site with many connectors as for a site without connectors', async () => {
  const { backend, siteId } = clocked.network;
  const { db, now } = backend.context;
  const count = async (id: number) => {
    // Inherits from `db`, so that the spy sees no queries of periodic jobs.
    const spiedDb: Db = Object.create(db);
    const selects = rs.spyOn(spiedDb, 'select');
    const { size } = await measureConnectors(spiedDb, id, now());
    return { size, queries: selects.mock.calls.length };
  };
  const [many, none] = [await count(siteId), await count(-1)];
  expect(many.size).toBeGreaterThan(10);
  expect(none).toEqual({ size: 0, queries: many.queries });
});

test('ranks the connectors of a public board, the worst first and those without a rate last', async () => {
  const { backend, siteId } = clocked.network;
  const path = { id: String(siteId) };
  await insertAndMeasure(Array(5).fill({ status: 'failed', errorCode: 'Rejected' }));
  const { response } = await callApi(backend, calls.siteReliability, { path });
  const highs = response?.connectors.map(({ reliability }) => reliability?.highPercent ?? 101) ?? [];
  expect(highs.length).toBeGreaterThan(5);
  expect(highs).toEqual([...highs].sort((one, other) => one - other));
  expect(response?.connectors[0]?.reliability).toMatchObject({ succeeded: 0, attempts: 5 });
  expect(response?.connectors[0]).not.toHaveProperty('userId');
});

test('measures charges over OCPP, and shows them on the site page', async () => {
  const charger = await real.charger({ behaviour: { unplugAfter: 0 } });
  const { id, number, chargePoint } = charger;
  const driver = await real.driver();
  for (let charge = 0; charge < 4; charge++) {
    await startAndCharge(driver, number);
    await until('energy', async () => ((await driver.connector(id)).meterKWH ?? 0) > 0.5);
    await unplug(charger);
  }
  chargePoint.behaviour.rejectRemoteStart = true;
  expect((await driver.start(number)).status).toBe('Rejected');
  const [site] = await real.backend.context.db.select().from(sites);
  const { response } = await callApi(real.backend, calls.siteConnectors, { path: { id: String(site?.id) } });
  const shown = response?.find(({ chargePointId }) => chargePointId === id);
  expect(shown?.reliability).toMatchObject({ succeeded: 4, attempts: 5 });
  expect(shown?.lastGoodCharge?.energyKwh).toBeGreaterThan(0.5);
});
