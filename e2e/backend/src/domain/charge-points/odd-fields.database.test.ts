/** Messages with fields that violate OCPP's schemas, and unknown actions. */
import { expect, test } from '@rstest/core';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, transactions, unknownStops } from '../../platform/database/schema.ts';
import { HOUR, START_WH, setUpForeign, wh } from './foreign.testing.ts';

const foreign = setUpForeign();
const { timestamp } = foreign;

test('accepts a transactionId sent as text in MeterValues and StopTransaction', async () => {
  const { begin, confirmed, row } = await foreign.chargePoint();
  const transactionId = String((await begin()).transactionId);
  foreign.advanceClock(HOUR);
  const meterValue = [{ timestamp: timestamp(), sampledValue: [wh('15000')] }];
  await confirmed('MeterValues', { connectorId: null, transactionId, meterValue });
  await confirmed('StopTransaction', { transactionId, meterStop: 0, timestamp: timestamp() });
  expect(await row()).toMatchObject({ id: Number(transactionId), meterStopWh: 15_000 });
});

test('stores an unknown stop reason as Other', async () => {
  const { begin, confirmed, row } = await foreign.chargePoint();
  const { transactionId } = await begin();
  const stop = { transactionId, meterStop: START_WH, timestamp: timestamp(), reason: 'Presumed' };
  await confirmed('StopTransaction', stop);
  expect(await row()).toMatchObject({ ocppStopReason: 'Other' });
});

test('stores a start by card without a readable timestamp once when it is repeated', async () => {
  const { begin, id, db } = await foreign.chargePoint();
  const first = await begin({ timestamp: 'yesterday' });
  foreign.advanceClock(60_000);
  expect(await begin({ timestamp: 'yesterday' })).toEqual(first);
  expect(await db.$count(transactions, eq(transactions.chargePointId, id))).toBe(1);
});

test('marks a charge for review when its start has no meterStart', async () => {
  const { begin, confirmed, row } = await foreign.chargePoint();
  const { transactionId } = await begin({ meterStart: null });
  await confirmed('StopTransaction', { transactionId, meterStop: 5_000_000, timestamp: timestamp() });
  expect(await row()).toMatchObject({ meterStopWh: 0, reviewReason: 'IMPLAUSIBLE_METER' });
});

test('ignores power in an unknown unit', async () => {
  const { id, db, begin, confirmed } = await foreign.chargePoint();
  const { transactionId } = await begin();
  const power = (value: string, unit: string) => ({ value, unit, measurand: 'Power.Active.Import' });
  for (const sample of [power('7000', 'W'), power('9', 'kVA')])
    await confirmed('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: timestamp(), sampledValue: [sample] }],
    });
  const [connector] = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
  expect(connector?.powerW).toBe(7000);
});

test.each(['\0\0\0\0', '   ', ' \0'])('bills a card whose tag is padded with %j', async (padding) => {
  const { begin, confirmed, card, row } = await foreign.chargePoint();
  const idTag = `${card}${padding}`;
  expect((await confirmed('Authorize', { idTag })).idTagInfo).toMatchObject({ status: 'Accepted' });
  expect((await begin({ idTag })).idTagInfo).toMatchObject({ status: 'Accepted' });
  const { userId, idTag: stored } = await row();
  expect({ isBilled: userId !== null, stored }).toEqual({ isBilled: true, stored: card });
});

test('confirms and ignores samples if their phases add up to more power than a column holds', async () => {
  const { id, db, begin, confirmed } = await foreign.chargePoint();
  const { transactionId } = await begin();
  const power = { unit: 'W', measurand: 'Power.Active.Import' };
  const phases = (value: string) => ['L1', 'L2', 'L3'].map((phase) => ({ ...power, value, phase }));
  for (const value of ['2000', '1e9', '-1e9'])
    await confirmed('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: timestamp(), sampledValue: phases(value) }],
    });
  const [connector] = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
  expect(connector?.powerW).toBe(6000);
});

test('marks a charge for review when its stop has no register, and no sample had one', async () => {
  const { begin, confirmed, row } = await foreign.chargePoint();
  const { transactionId } = await begin();
  foreign.advanceClock(HOUR);
  await confirmed('StopTransaction', { transactionId, meterStop: 15, timestamp: timestamp() });
  expect(await row()).toMatchObject({ meterStopWh: START_WH, reviewReason: 'IMPLAUSIBLE_METER' });
});

/** Writes an instant as a charge point with the sites' local time does. */
const local = (at: Date, zone: string) => new Date(at.getTime() - 3 * HOUR).toISOString().slice(0, 19) + zone;

test.each(['', '-03', '-0300', '-03:00'])(
  "bills a session that was charged offline when its times are local and end with '%s'",
  async (zone) => {
    const { begin, confirmed, row } = await foreign.chargePoint();
    const now = Date.parse(timestamp());
    const ago = (hours: number) => new Date(Math.floor(now / 1000) * 1000 - hours * HOUR);
    const { transactionId } = await begin({ timestamp: local(ago(4), zone) });
    const stop = { transactionId, meterStop: START_WH + 20_000, timestamp: local(ago(2), zone) };
    await confirmed('StopTransaction', stop);
    expect(await row()).toMatchObject({
      startedAt: ago(4),
      stoppedAt: ago(2),
      meterStopWh: START_WH + 20_000,
      reviewReason: null,
    });
  },
);

test('bills until the stop when times without a zone are UTC, and sample and stop arrive hours late', async () => {
  const { begin, confirmed, row } = await foreign.chargePoint();
  const utc = () => timestamp().slice(0, 19);
  const startedAt = utc();
  const { transactionId } = await begin({ timestamp: startedAt });
  foreign.advanceClock(HOUR / 2);
  const meterValue = [{ timestamp: utc(), sampledValue: [wh('15000')] }];
  foreign.advanceClock(HOUR / 2);
  const stop = { transactionId, meterStop: START_WH + 20_000, timestamp: utc() };
  const stoppedAt = utc();
  foreign.advanceClock(4 * HOUR);
  await confirmed('MeterValues', { connectorId: 1, transactionId, meterValue });
  expect((await row()).sampledAt).toEqual(new Date(`${meterValue[0]?.timestamp}Z`));
  await confirmed('StopTransaction', stop);
  expect(await row()).toMatchObject({
    startedAt: new Date(`${startedAt}Z`),
    stoppedAt: new Date(`${stoppedAt}Z`),
    reviewReason: null,
  });
});

test('responds with Invalid to a start without a readable tag', async () => {
  const { begin, confirmed, row } = await foreign.chargePoint();
  for (const idTag of [null, { a: 1 }, 'x'.repeat(5000), 'A\ud800B', undefined]) {
    expect((await begin({ idTag })).idTagInfo).toEqual({ status: 'Invalid' });
    expect((await confirmed('Authorize', { idTag })).idTagInfo).toEqual({ status: 'Invalid' });
    expect(await row()).toMatchObject({ userId: null, price: null });
    foreign.advanceClock(60_000);
  }
});

test('confirms a start on an unknown connector as Invalid and keeps its stop', async () => {
  const { id, card, db, begin, confirmed, row } = await foreign.chargePoint();
  const { transactionId: running } = await begin();
  for (const connectorId of [77, 0, -1, 'x', null]) {
    const { transactionId, idTagInfo } = await begin({ connectorId });
    expect(idTagInfo).toEqual({ status: 'Invalid' });
    expect(Number.isInteger(transactionId)).toBe(true);
    const sampledValue = [wh('11000')];
    await confirmed('MeterValues', { connectorId, transactionId, meterValue: [{ sampledValue }] });
    const stop = { transactionId, meterStop: 12_345, timestamp: '2026-05-05T05:05:05Z', idTag: card };
    await confirmed('StopTransaction', stop);
    expect(await row()).toMatchObject({ id: running, stoppedAt: null, meterLastWh: null });
  }
  const kept = await db
    .select()
    .from(unknownStops)
    .where(and(eq(unknownStops.chargePointId, id), eq(unknownStops.meterStopWh, 12_345)));
  expect(kept).toHaveLength(1);
});

test('confirms MeterValues, StatusNotification and StopTransaction with unknown ids', async () => {
  const { confirmed, begin, row } = await foreign.chargePoint();
  for (const payload of [{}, [], null, 'x', { connectorId: 77 }, { meterValue: {} }]) {
    await confirmed('MeterValues', payload);
    await confirmed('StatusNotification', payload);
    await confirmed('StopTransaction', payload);
    await confirmed('Heartbeat', payload);
  }
  await begin();
  await confirmed('MeterValues', { meterValue: [{ timestamp: timestamp(), sampledValue: [wh('11000')] }] });
  expect(await row()).toMatchObject({ meterLastWh: null });
});

test('reads a status without errorCode, with malformed fields, or in another case', async () => {
  const { id, db, confirmed } = await foreign.chargePoint();
  const shown = async () => {
    const [row] = await db.select().from(connectors).where(eq(connectors.chargePointId, id));
    return [row?.status, row?.errorCode];
  };
  const sendStatus = (fields: object) => confirmed('StatusNotification', { connectorId: 1, ...fields });
  await sendStatus({ status: 'Available', timestamp: 'now', info: 'x'.repeat(200) });
  expect(await shown()).toEqual(['Available', null]);
  await sendStatus({ status: 'preparing', errorCode: null, connectorId: '1' });
  expect(await shown()).toEqual(['Preparing', null]);
  await sendStatus({ status: 'Occupied', errorCode: 'NO_ERROR_AT_ALL' });
  expect(await shown()).toEqual(['Unavailable', 'OtherError']);
  await sendStatus({ errorCode: 'NoError' });
  expect(await shown()).toEqual(['Unavailable', 'OtherError']);
});

test('accepts a BootNotification with malformed fields', async () => {
  const { id, db, confirmed } = await foreign.chargePoint();
  const odd = { chargePointModel: 7, firmwareVersion: null, iccid: 'A\ud800', extra: { a: 'b' } };
  const boot = { chargePointVendor: 'V', ...odd };
  expect(await confirmed('BootNotification', boot)).toMatchObject({ status: 'Accepted' });
  const [row] = await db.select().from(chargePoints).where(eq(chargePoints.id, id));
  expect(row?.boot).toEqual({ chargePointVendor: 'V', chargePointModel: '7' });
});

test('logs a malformed message once, with the names but not the contents of its fields', async () => {
  const { id, begin, confirmed } = await foreign.chargePoint();
  const { transactionId } = await begin();
  for (let i = 0; i < 5; i++)
    await confirmed('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: timestamp(), sampledValue: [{ value: '15000', unit: 'SECRET-UNIT' }] }],
    });
  const lines = foreign
    .log()
    .split('\n')
    .filter((line) => line.includes(`"${id}"`));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('sampledValue/0/unit');
  expect(lines[0]).not.toContain('SECRET-UNIT');
});

test.each(['NotifyReport', 'Reset', 'MadeUp', '', '__proto__', 'x'.repeat(9000)])(
  'responds with NotImplemented to the action %s, whatever its payload',
  async (action) => {
    const { connection } = await foreign.chargePoint();
    for (const payload of [[], [null], [{}], [{ type: 9 }], [[1]], ['x']]) {
      const frame = await connection.call(action, ...payload);
      expect([frame[0], frame[2]]).toEqual([4, 'NotImplemented']);
      expect(String(frame[3]).length).toBeLessThan(256);
    }
  },
);
