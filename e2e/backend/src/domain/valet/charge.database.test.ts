import { expect, test } from '@rstest/core';
import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import { calls } from '@shared/contract';
import { and, eq, isNull } from '../../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  sites,
  startAttempts,
  transactions,
} from '../../platform/database/schema.ts';
import { addUser, callApi, withOptions } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { expireAttempts } from '../charging/attempts.ts';
import { setUpNetwork } from '../charging/network.testing.ts';
import { deleteFinished } from './queue.ts';
import { addValet, queued, type TestValet } from './valet.testing.ts';

const network = setUpNetwork();
let plates = 0;
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const newPlate = () => `AAA1A${10 + plates++}`;

async function newValet(cents = 10_000) {
  const [site] = await network.backend.context.db.select().from(sites);
  return addValet(network.backend, site?.id ?? -1, cents);
}

const untilStatus = (valet: TestValet, plate: string, status: string) =>
  until(status, async () => {
    const row = await valet.row(plate);
    return row?.status === status && row;
  });

async function queueAndCharge() {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const { id, connector } = await network.charger();
  await valet.start(cqId, id);
  await untilStatus(valet, plate, 'CHARGING');
  return { valet, plate, cqId, id, connector };
}

test('updates a row until the end of its charge, which the valet pays', async () => {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId, ...fresh } = await queued(valet, plate);
  expect(fresh).toMatchObject({ status: 'QUEUED', cqCustomId: '7', cqQueuedAt: expect.any(String) });
  const { id, connector } = await network.charger({ behaviour: { plugAfter: null } });

  expect((await valet.start(cqId, id)).response).toEqual({ status: 'Accepted', info: '' });
  expect(await valet.row(plate)).toMatchObject({ status: 'QUEUED', chargePointName: 'Vaga 1' });
  connector.plug();
  await untilStatus(valet, plate, 'CHARGING');
  const charging = await until('energy', async () => {
    const row = await valet.row(plate);
    return (row?.meterTotal ?? 0) > 0.5 && row;
  });
  expect(charging).toMatchObject({
    chargePointName: 'Vaga 1',
    connectorId: '1',
    startTime: expect.any(String),
  });
  expect(charging.duration).toBeUndefined();

  connector.unplug();
  const finished = await untilStatus(valet, plate, 'FINISHED');
  expect(finished.duration).toMatch(/^\d\d:\d\d:\d\d$/);
  expect(finished.cqId).toBe(cqId);
  expect(await valet.balance()).toBeLessThan(100);
});

test("shows the start of a charge by the server's clock, whatever the charge point's clock is", async () => {
  const { db } = network.backend.context;
  const { valet, plate, id, connector } = await queueAndCharge();
  const began = new Date(Date.now() + 3 * 3_600_000);
  await db
    .update(transactions)
    .set({ chargePointStartedAt: began })
    .where(eq(transactions.chargePointId, id));

  const row = await valet.row(plate);
  expect(Math.abs(Date.parse(row?.startTime ?? '') - Date.now())).toBeLessThan(3_600_000);
  connector.unplug();
});

// Runs before tests that advance the clock: the database's own clock dates the end of a charge.
test('reports that a finished car blocks its charger until it is unplugged or another car charges there', async () => {
  const { valet, plate, id, connector } = await queueAndCharge();
  const blocks = async () => (await valet.row(plate))?.blocksCharger;
  expect(await blocks()).toBe(false);
  connector.stop('Local');
  await untilStatus(valet, plate, 'FINISHED');
  await until('blocking', blocks);
  // The state of an offline charge point is unknown.
  const { db } = network.backend.context;
  const setOnline = (online: boolean) =>
    db.update(chargePoints).set({ online }).where(eq(chargePoints.id, id));
  await setOnline(false);
  expect(await blocks()).toBe(false);
  await setOnline(true);
  connector.unplug();
  await until('unplugged', async () => (await blocks()) === false);

  const next = newPlate();
  const { cqId } = await queued(valet, next);
  await valet.start(cqId, id);
  await untilStatus(valet, next, 'CHARGING');
  expect(await blocks()).toBe(false);
});

test('reports that a full car blocks its charger during its charge', async () => {
  const { valet, plate, id } = await queueAndCharge();
  const { db } = network.backend.context;
  const here = eq(connectors.chargePointId, id);
  await until('energy', async () => ((await valet.row(plate))?.meterTotal ?? 0) > 0.5);
  const statusOf = async () => (await db.select().from(connectors).where(here))[0]?.status;
  await until('the last report of a status', async () => (await statusOf()) === 'Charging');
  await db.update(connectors).set({ status: 'SuspendedEV' }).where(here);
  expect(await valet.row(plate)).toMatchObject({ status: 'CHARGING', blocksCharger: true });
  // The charger has paused, not the car.
  await db.update(connectors).set({ status: 'SuspendedEVSE' }).where(here);
  expect(await valet.row(plate)).toMatchObject({ blocksCharger: false });
});

test('lets each valet of the site, and no other user, stop a charge of the queue', async () => {
  const { backend } = network;
  const { valet, plate, id } = await queueAndCharge();
  const [row] = await backend.context.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(eq(transactions.chargePointId, id), isNull(transactions.stoppedAt)));
  const body = { ChargePointID: `${id}-1`, TransactionID: String(row?.id) };
  const stop = async (token: string) =>
    (await callApi(backend, calls.stopCharge, { body, token, headers: newKey() })).response?.status;
  const stranger = await addUser(backend, 'stranger');
  expect(await stop(stranger.token)).toBe('Rejected');
  expect((await valet.row(plate))?.status).toBe('CHARGING');
  expect(await stop((await newValet()).token)).toBe('Accepted');
  await untilStatus(valet, plate, 'FINISHED');
});

test('dismisses a row when its charge has finished, and not before', async () => {
  const { valet, plate, cqId, connector } = await queueAndCharge();
  expect(await valet.row(plate)).toMatchObject({ canDismiss: false });
  expect(await valet.dismiss(cqId)).toEqual({ status: 409, code: 'VALET_VEHICLE_NOT_FINISHED' });
  connector.unplug();
  expect(await untilStatus(valet, plate, 'FINISHED')).toMatchObject({ canDismiss: true });
  expect(await valet.dismiss(cqId)).toMatchObject({ status: 204 });
  expect(await valet.row(plate)).toBeUndefined();
  expect(await valet.dismiss(cqId)).toEqual({ status: 404, code: 'VALET_VEHICLE_NOT_FOUND' });
  expect(await valet.balance()).toBeLessThan(100);
});

// Before a test that advances the clock by hours: the database's own clock dates the end.
test('shows the charge of an earlier start that begins after a newer one was refused', async () => {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const late = await network.charger({ behaviour: { plugAfter: null, waitForCar: 100_000 } });
  const refusing = await network.charger({ behaviour: { rejectRemoteStart: true } });
  await valet.start(cqId, late.id);
  network.advanceClock(64_000);
  expect((await valet.start(cqId, refusing.id)).response?.status).toBe('Rejected');
  expect(await valet.row(plate)).toMatchObject({ status: 'QUEUED', startError: 'Rejected' });
  late.connector.plug();
  const row = await until('the charge', async () => {
    const found = await valet.row(plate);
    return found?.status !== 'QUEUED' && found;
  });
  expect(row).toMatchObject({ cqId, chargePointName: 'Vaga 1', startTime: expect.any(String) });
  expect(row.startError).toBeUndefined();
  expect(await valet.remove(cqId, plate)).toEqual({ status: 409, code: 'VALET_VEHICLE_CHARGED' });
});

test('leaves a row with its running charge when an earlier start of it begins too', async () => {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const late = await network.charger({ behaviour: { plugAfter: null, waitForCar: 100_000 } });
  const other = await network.charger();
  await valet.start(cqId, late.id);
  network.advanceClock(64_000);
  await valet.start(cqId, other.id);
  const { startTime } = await untilStatus(valet, plate, 'CHARGING');
  late.connector.plug();
  await until('the late charge', () => late.connector.charges[0]?.transactionId);
  expect(await valet.row(plate)).toMatchObject({ status: 'CHARGING', startTime });
  other.connector.unplug();
});

test('removes a finished row from queue and database after twelve hours, and accepts its plate again before that', async () => {
  const { valet, plate, cqId, connector } = await queueAndCharge();
  connector.unplug();
  await untilStatus(valet, plate, 'FINISHED');
  expect(await valet.remove(cqId, plate)).toEqual({ status: 409, code: 'VALET_VEHICLE_CHARGED' });

  expect(await valet.add(plate)).toMatchObject({ status: 201 });
  expect(await valet.add(plate)).toEqual({ status: 409, code: 'PLATE_IN_QUEUE' });
  const rows = (await valet.queue()).filter((row) => row.cqUvLicencePlate === plate);
  expect(rows.map(({ status }) => status).sort()).toEqual(['FINISHED', 'QUEUED']);

  network.advanceClock(12 * 3_600_000 + 60_000);
  expect((await valet.queue()).map((row) => row.cqId)).not.toContain(cqId);
  await deleteFinished(network.backend.context);
  expect(await valet.remove(cqId, plate)).toEqual({ status: 404, code: 'VALET_VEHICLE_NOT_FOUND' });
});

test('shows when the plug wait ends, then that it expired or the charger failed', async () => {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const { id, connector } = await network.charger({ behaviour: { plugAfter: null }, timeScale: 1 });
  const { now } = network.backend.context;
  const startedAt = now().getTime();
  await valet.start(cqId, id);
  const acceptedBy = now().getTime();
  const row = await valet.row(plate);
  const acceptedAt = Date.parse(row?.plugWaitUntil ?? '') - PLUG_WAIT_MS;
  expect(acceptedAt).toBeGreaterThanOrEqual(startedAt);
  expect(acceptedAt).toBeLessThanOrEqual(acceptedBy);
  expect(row?.startError).toBeUndefined();
  network.advanceClock(64_000);
  await expireAttempts(network.backend.context);
  const expired = await valet.row(plate);
  expect(expired).toMatchObject({ status: 'QUEUED', startError: 'ConnectionTimeOut' });
  expect(expired?.plugWaitUntil).toBeUndefined();

  const other = await network.charger({ behaviour: { plugAfter: null }, timeScale: 1 });
  await valet.start(cqId, other.id);
  expect((await valet.row(plate))?.startError).toBeUndefined();
  other.connector.fault('GroundFailure');
  await until('failed', async () => (await valet.row(plate))?.startError === 'GroundFailure');
  connector.unplug();
});

test('returns a vehicle that is not plugged in to the queue, and can start it again', async () => {
  const valet = await newValet(500);
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const charger = await network.charger({ behaviour: { plugAfter: null }, timeScale: 1 });
  const other = await network.charger();
  expect((await valet.start(cqId, charger.id)).response?.status).toBe('Accepted');
  expect((await valet.start(cqId, other.id)).response).toEqual({
    status: 'Rejected',
    info: 'VALET_VEHICLE_STARTED',
  });
  network.advanceClock(64_000);
  // The hold of R$ 5,00 for the first start is released.
  expect((await valet.start(cqId, other.id)).response?.status).toBe('Accepted');
  await untilStatus(valet, plate, 'CHARGING');
});

test('pays several concurrent charges from one wallet', async () => {
  const valet = await newValet();
  const cars = await Promise.all(
    [newPlate(), newPlate(), newPlate()].map(async (plate) => {
      const { cqId } = await queued(valet, plate);
      return { plate, cqId, charger: await network.charger() };
    }),
  );
  const responses = await Promise.all(cars.map(({ cqId, charger }) => valet.start(cqId, charger.id)));
  expect(responses.map(({ response }) => response?.status)).toEqual(['Accepted', 'Accepted', 'Accepted']);
  await Promise.all(cars.map(({ plate }) => untilStatus(valet, plate, 'CHARGING')));
});

test('starts nothing without credit, without a response or at a charger that is in use', async () => {
  const [poor, valet] = [await newValet(499), await newValet()];
  const { cqId } = await queued(poor, newPlate());
  const { id } = await network.charger();
  expect((await poor.start(cqId, id)).response).toEqual({
    status: 'Rejected',
    info: 'ERR_WALLET_LOW_BALANCE',
  });
  expect((await valet.start(cqId, 'ELSEWHERE')).response).toEqual({
    status: 'Rejected',
    info: 'CHARGER_NOT_FOUND',
  });
  expect((await valet.start(cqId, 'NEIGHBOUR')).response?.status).toBe('Rejected');
  const silent = await network.charger();
  silent.chargePoint.behaviour.replyAfter = 86_400;
  const start = () => valet.start(cqId, silent.id);
  const { response } = await withOptions(network.backend, { startTimeoutMs: 500 }, start);
  expect(response?.status).toBe('TimedOut');
  // A graceful end would wait for the reply.
  await silent.chargePoint.goOffline();
  const { cqId: next } = await queued(valet, newPlate());
  expect((await valet.start(cqId, id)).response?.status).toBe('Accepted');
  expect((await valet.start(next, id)).response?.status).toBe('Rejected');
});

test('cancels the start of a vehicle that is removed before it is plugged in', async () => {
  const valet = await newValet(500);
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const { id, chargePoint, connector } = await network.charger({ behaviour: { plugAfter: null } });
  expect((await valet.start(cqId, id)).response?.status).toBe('Accepted');
  expect(await valet.remove(cqId, plate)).toMatchObject({ status: 204 });
  expect(await valet.row(plate)).toBeUndefined();
  chargePoint.connector(1).plug();
  await until('stopped', () => connector.charges[0]?.stoppedAt);
  expect(connector.charges[0]?.reason).toBe('DeAuthorized');
});

test('refuses to remove a vehicle that charges', async () => {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const { id } = await network.charger();
  await valet.start(cqId, id);
  await untilStatus(valet, plate, 'CHARGING');
  expect(await valet.remove(cqId, plate)).toEqual({ status: 409, code: 'VALET_VEHICLE_CHARGED' });
  expect((await valet.start(cqId, id)).response?.info).toBe('VALET_VEHICLE_STARTED');
});

test('starts once for a repeated start with the same key', async () => {
  const valet = await newValet();
  const plate = newPlate();
  const { cqId } = await queued(valet, plate);
  const { id } = await network.charger({ behaviour: { plugAfter: null } });
  const responses = await Promise.all([valet.start(cqId, id, 'twice'), valet.start(cqId, id, 'twice')]);
  expect(responses.map(({ response }) => response?.status)).toEqual(['Accepted', 'Accepted']);
  const { db } = network.backend.context;
  expect(await db.select().from(startAttempts).where(eq(startAttempts.userId, valet.id))).toHaveLength(1);
  // The wait for the plug is over: a repeated call must not prompt the valet to plug in.
  network.advanceClock(64_000);
  expect((await valet.start(cqId, id, 'twice')).response?.status).toBe('TimedOut');
});

test('reports a charger that waits for a plug as unavailable', async () => {
  const valet = await newValet();
  const { cqId } = await queued(valet, newPlate());
  const { id } = await network.charger({ behaviour: { plugAfter: null } });
  const status = async () =>
    (await valet.connectors()).find(({ chargePointId }) => chargePointId === id)?.connectorStatus;
  await until('available', async () => (await status()) === 'Available');
  await valet.start(cqId, id);
  expect(await status()).toBe('Unavailable');
  network.advanceClock(64_000);
  expect(await status()).not.toBe('Unavailable');
});
