/** Transaction events that arrive in any order, repeatedly or not at all. */
import { expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { and, eq } from '../../../platform/database/orm.ts';
import { connectors, startAttempts, transactions, unknownStops } from '../../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../../platform/time.ts';
import { addCard, setUpCharges } from '../../charging/charges.testing.ts';
import { violationsOf } from '../second-schemas.testing.ts';
import { transactionEvent } from '../station.testing.ts';
import { remoteStartIdOf } from './authorization.ts';
import { createTransactionEventHandler, endIncomplete, meterConnector } from './handle-transaction-event.ts';
import { readStationSamples } from './samples.ts';

const RUNS = runCount('EVENTS', 20, 500);

const charges = setUpCharges();
const { request, advanceClock } = charges;

/** Requests a start from the app, and returns what sends its station's events. */
async function requestStart(cents = 10_000, plugs = 1) {
  const scene = await request(cents, 'Accepted', plugs);
  const { context, id, attempt } = scene;
  const stops: unknown[] = [];
  const tasks: Promise<unknown>[] = [];
  let messagesInQueue = false;
  const sendCall = async (_: string, method: string, params: Record<string, unknown>) => {
    if (method === 'RemoteStopTransaction') {
      stops.push(params.transactionId);
      return { reply: { status: 'Accepted' } };
    }
    const reply = { messagesInQueue };
    expect(violationsOf(method, params, reply)).toEqual([]);
    return { reply };
  };
  const handle = createTransactionEventHandler(context, {
    sendCall,
    runAfterResponse: (task) => void tasks.push(task()),
    visitor: false,
    logProtocolError: () => undefined,
  });
  return {
    ...scene,
    stops,
    begunAt: context.now(),
    tag: attempt.idTag,
    remoteStartId: remoteStartIdOf(attempt.idTag),
    async send(...events: Record<string, unknown>[]) {
      let response = {};
      for (const event of events) response = await handle(id, event);
      await Promise.all(tasks.splice(0));
      return response;
    },
    async endsIncomplete(hasMore = false) {
      messagesInQueue = hasMore;
      advanceClock(3 * MINUTE_MS);
      await endIncomplete(context, sendCall);
    },
    rows: () =>
      context.db
        .select()
        .from(transactions)
        .where(eq(transactions.chargePointId, id))
        .orderBy(transactions.id),
    unknown: () => context.db.select().from(unknownStops).where(eq(unknownStops.chargePointId, id)),
  };
}

type Scene = Awaited<ReturnType<typeof requestStart>>;

/** A charge of 2 kWh in half an hour. */
function eventsOf({ begunAt, tag, remoteStartId }: Pick<Scene, 'begunAt' | 'tag' | 'remoteStartId'>) {
  const at = (minutes: number) => addMs(begunAt, minutes * MINUTE_MS);
  const id = crypto.randomUUID();
  const info = { chargingState: 'Charging' };
  return [
    transactionEvent(id, 0, 'Started', {
      wh: 1000,
      at: at(0),
      trigger: 'CablePluggedIn',
      info: { chargingState: 'EVConnected' },
    }),
    transactionEvent(id, 1, 'Updated', {
      at: at(0.5),
      trigger: 'RemoteStart',
      idTag: tag,
      info: { remoteStartId },
    }),
    transactionEvent(id, 2, 'Updated', { wh: 1000, at: at(0.5), info }),
    transactionEvent(id, 3, 'Updated', { wh: 1800, at: at(10), trigger: 'MeterValuePeriodic', info }),
    transactionEvent(id, 4, 'Updated', { wh: 2600, at: at(20), trigger: 'MeterValuePeriodic' }),
    transactionEvent(id, 5, 'Ended', {
      wh: 3000,
      at: at(30.5),
      trigger: 'StopAuthorized',
      info: { stoppedReason: 'Local' },
    }),
  ];
}

test('bills the same charge once, in whatever order and however often its events arrive', async () => {
  await charges.priceMinutes(0.1);
  const order = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
    repeated: fc.array(fc.nat(5), { maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(order, async ({ order: sent, repeated }) => {
      const scene = await requestStart();
      advanceClock(33 * MINUTE_MS);
      const events = eventsOf(scene);
      for (const n of [...sent, ...repeated]) await scene.send(...events.slice(n, n + 1));
      await scene.endsIncomplete();
      const rows = await scene.rows();
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        userId: scene.driver.id,
        attemptId: scene.attempt.id,
        meterStartWh: 1000,
        meterStopWh: 3000,
        startedAt: addMs(scene.begunAt, MINUTE_MS / 2),
        stoppedAt: addMs(scene.begunAt, 30.5 * MINUTE_MS),
        billCents: 678,
      });
    }),
    { numRuns: RUNS },
  );
});

test('never bills a lossy charge for more than its energy, twice, or to another driver', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5]),
      fc.shuffledSubarray([0, 1, 2, 3, 4, 5]),
      async (sent, sentByOther) => {
        const scene = await requestStart();
        const other = await requestStart();
        advanceClock(33 * MINUTE_MS);
        const [events, others] = [eventsOf(scene), eventsOf(other)];
        for (const n of sent) await scene.send(...events.slice(n, n + 1));
        for (const n of sentByOther) await other.send(...others.slice(n, n + 1));
        await scene.endsIncomplete();
        const rows = await scene.rows();
        expect(rows.length).toBeLessThanOrEqual(1);
        for (const row of rows) {
          expect(row.userId).toBe(sent.includes(1) ? scene.driver.id : null);
          expect(row.billCents ?? 0).toBeLessThanOrEqual(678);
          // A charge is over if its end has arrived.
          if (sent.includes(5)) expect(row.stoppedAt).not.toBeNull();
        }
        // Without the event that shows who began it, it isn't billed.
        if (!sent.includes(1)) expect(rows).toEqual([]);
      },
    ),
    { numRuns: RUNS, examples: [[[1, 5], []]] },
  );
});

test('begins with the authorization, and bills no energy of before', async () => {
  const scene = await requestStart();
  const id = 'before';
  const at = (minutes: number) => addMs(scene.begunAt, minutes * MINUTE_MS);
  advanceClock(10 * MINUTE_MS);
  await scene.send(transactionEvent(id, 0, 'Started', { wh: 1000, at: at(0), trigger: 'EVDetected' }));
  expect(await scene.rows()).toEqual([]);
  await scene.send(
    transactionEvent(id, 1, 'Updated', { wh: 1040, at: at(1), trigger: 'MeterValueClock' }),
    transactionEvent(id, 2, 'Updated', { at: at(2), trigger: 'Authorized', idTag: scene.tag }),
    transactionEvent(id, 3, 'Ended', { wh: 1540, at: at(10), info: { stoppedReason: 'EVDisconnected' } }),
  );
  expect(await scene.rows()).toMatchObject([{ meterStartWh: 1040, meterStopWh: 1540, startedAt: at(2) }]);
});

test('stops a charge that delivers unauthorized energy, and stores its end for the operator', async () => {
  const scene = await requestStart();
  const id = 'nobody';
  await scene.send(transactionEvent(id, 0, 'Started', { wh: 1000, info: { chargingState: 'EVConnected' } }));
  expect(scene.stops).toEqual([]);
  await scene.send(transactionEvent(id, 1, 'Updated', { wh: 1100, info: { chargingState: 'Charging' } }));
  expect(scene.stops).toEqual([id]);
  await scene.send(transactionEvent(id, 2, 'Ended', { wh: 1200, info: { stoppedReason: 'Remote' } }));
  expect(await scene.rows()).toEqual([]);
  expect(await scene.unknown()).toMatchObject([{ meterStopWh: 1200, reason: 'Remote' }]);
  expect(await charges.fundsOf(scene.driver.id)).toMatchObject({ wallet: 9500, held: 500 });
});

test('stores nothing of a car that was plugged in and left', async () => {
  const scene = await requestStart();
  await scene.send(
    transactionEvent('left', 0, 'Started', { wh: 1000, info: { chargingState: 'EVConnected' } }),
    transactionEvent('left', 1, 'Ended', { wh: 1000, trigger: 'EVDeparted' }),
  );
  expect([...(await scene.rows()), ...(await scene.unknown())]).toEqual([]);
});

test('refuses and stops a charge with an unknown token, and with the token of another charge', async () => {
  const scene = await requestStart();
  await scene.send(transactionEvent('own', 0, 'Started', { wh: 1000, idTag: scene.tag }));
  const second = transactionEvent('second', 0, 'Started', { wh: 1000, idTag: scene.tag });
  expect(await scene.send(second)).toEqual({ idTokenInfo: { status: 'ConcurrentTx' } });
  const nobody = transactionEvent('third', 0, 'Started', { wh: 1000, idTag: '' });
  expect(await scene.send(nobody)).toEqual({ idTokenInfo: { status: 'Invalid' } });
  const [first, refused] = await scene.rows();
  expect(scene.stops).toEqual([refused?.id, 'third']);
  expect(refused).toMatchObject({ userId: null, price: null });
  expect(first).toMatchObject({ userId: scene.driver.id });
});

test('begins a charge with the id of its request, and not with one of another charge point', async () => {
  const scene = await requestStart();
  const other = await requestStart();
  const info = { remoteStartId: scene.remoteStartId };
  await other.send(transactionEvent('foreign', 0, 'Started', { wh: 1000, trigger: 'RemoteStart', info }));
  expect(await other.rows()).toEqual([]);
  await scene.send(transactionEvent('own', 0, 'Started', { wh: 1000, trigger: 'RemoteStart', info }));
  expect(await scene.rows()).toMatchObject([{ attemptId: scene.attempt.id, idTag: scene.tag }]);
});

test('bills a card for a charge of which only the end arrives, if that has the energy, and otherwise has it reviewed', async () => {
  const scene = await requestStart();
  await addCard(charges.network, scene.driver.id, 'CARD-ENDED');
  const at = (minutes: number) => addMs(scene.begunAt, minutes * MINUTE_MS);
  advanceClock(30 * MINUTE_MS);
  const ended = (id: string, wh: number) =>
    transactionEvent(id, 7, 'Ended', { wh, at: at(20), idTag: 'CARD-ENDED', trigger: 'EVDeparted' });
  const [end] = ended('whole', 2000).meterValue ?? [];
  const [begin] = transactionEvent('', 0, 'Started', { wh: 1000, at: at(5) }).meterValue ?? [];
  await scene.send({ ...ended('whole', 2000), meterValue: [begin, end].flatMap((one) => one ?? []) });
  await scene.send(ended('alone', 3000));
  expect(await scene.rows()).toEqual([]);
  await scene.endsIncomplete();
  expect(await scene.rows()).toMatchObject([
    { userId: scene.driver.id, meterStartWh: 1000, meterStopWh: 2000, startedAt: at(5), stoppedAt: at(20) },
  ]);
  expect(await scene.unknown()).toMatchObject([{ idTag: 'CARD-ENDED', meterStopWh: 3000 }]);
});

/** The events of a charge, of which only the last one has registers, with these contexts. */
const endOnly = (scene: Scene, registers: { wh: number; minute: number; context?: string }[]) => {
  const { begunAt, tag } = scene;
  const id = crypto.randomUUID();
  const started = transactionEvent(id, 0, 'Started', {
    at: begunAt,
    idTag: tag,
    info: { chargingState: 'Charging' },
  });
  const ended = transactionEvent(id, 1, 'Ended', { at: addMs(begunAt, 30 * MINUTE_MS) });
  const meterValue = registers.map(({ wh, minute, context }) => ({
    timestamp: addMs(begunAt, minute * MINUTE_MS).toISOString(),
    sampledValue: [{ value: wh, ...(context && { context }) }],
  }));
  return [started, { ...ended, meterValue }];
};

test.each([
  ['without a label', [{ wh: 3000, minute: 30 }]],
  ['of the end', [{ wh: 3000, minute: 30, context: 'Transaction.End' }]],
  ['of the begin', [{ wh: 3000, minute: 0, context: 'Transaction.Begin' }]],
  ['of a trigger', [{ wh: 3000, minute: 30, context: 'Trigger' }]],
])('has a charge reviewed whose only register is one %s in the last event', async (_, registers) => {
  const scene = await requestStart();
  advanceClock(33 * MINUTE_MS);
  await scene.send(...endOnly(scene, registers));
  const [row] = await scene.rows();
  expect(row).toMatchObject({ reviewReason: 'IMPLAUSIBLE_METER', stoppedAt: expect.any(Date) });
  expect(row?.meterStopWh).toBe(row?.meterStartWh);
});

test('bills between the registers of the last event, whatever their labels, and never none without a review', async () => {
  const label = fc.constantFrom(undefined, 'Sample.Periodic', 'Transaction.Begin', 'Transaction.End');
  const register = fc.record({ label, minute: fc.integer({ min: 1, max: 29 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(register, { maxLength: 4 }), async (given) => {
      const scene = await requestStart();
      advanceClock(33 * MINUTE_MS);
      const registers = given.map(({ label: context, minute }) => ({
        wh: 1000 + minute * 100,
        minute,
        ...(context && { context }),
      }));
      await scene.send(...endOnly(scene, registers));
      const [row] = await scene.rows();
      const billedWh = (row?.meterStopWh ?? 0) - (row?.meterStartWh ?? 0);
      const all = registers.map(({ wh }) => wh);
      expect(billedWh).toBeLessThanOrEqual(Math.max(0, ...all) - Math.min(...all, Math.max(0, ...all)));
      if (billedWh > 0) return;
      // Two readings of the same register show that there was no energy.
      const isRepeated = new Set(all).size < all.length;
      if (!isRepeated) expect(row?.reviewReason).toBe('IMPLAUSIBLE_METER');
    }),
    { numRuns: RUNS },
  );
});

test('bills no energy without the register of the start, and has the charge reviewed', async () => {
  const scene = await requestStart();
  advanceClock(33 * MINUTE_MS);
  for (const event of eventsOf(scene).filter(({ seqNo }) => seqNo === 1 || seqNo === 5))
    await scene.send(event);
  await scene.endsIncomplete();
  const [row] = await scene.rows();
  expect(row).toMatchObject({ reviewReason: 'IMPLAUSIBLE_METER' });
  expect(row?.meterStopWh).toBe(row?.meterStartWh);
});

test('waits longer for missing events while the charge point says that it has some', async () => {
  const scene = await requestStart();
  advanceClock(33 * MINUTE_MS);
  const events = eventsOf(scene);
  for (const event of events.filter(({ seqNo }) => seqNo !== 2)) await scene.send(event);
  await scene.endsIncomplete(true);
  expect(await scene.rows()).toMatchObject([{ stoppedAt: null }]);
  await scene.endsIncomplete(false);
  expect(await scene.rows()).toMatchObject([{ meterStopWh: 3000 }]);
});

test('counts meter values that belong to no event from the start of the charge', async () => {
  const scene = await requestStart();
  const { context, id } = scene;
  const here = { chargePointId: id, connectorId: 1 };
  const meter = (wh: number) => {
    const { meterValue } = transactionEvent('', 0, 'Updated', { wh, at: context.now() });
    const values = { samples: readStationSamples(meterValue, context.now()), signed: [] };
    return meterConnector(context, here, values, () => undefined);
  };
  await scene.send(transactionEvent('one', 1, 'Updated', { idTag: scene.tag, at: context.now() }));
  advanceClock(10 * MINUTE_MS);
  await meter(1100);
  expect(await scene.rows()).toMatchObject([{ meterLastWh: null }]);
  await scene.send(transactionEvent('one', 0, 'Started', { wh: 1000, at: scene.begunAt }));
  // The cable is known to be plugged in.
  await scene.send(transactionEvent('one', 2, 'Updated', { wh: 1100, at: context.now() }));
  await meter(1300);
  await meter(900);
  expect(await scene.rows()).toMatchObject([{ meterStartWh: 1000, meterLastWh: 1300 }]);
});

test('keeps a charge open that ends while its station still has events, and ends it with the last of them', async () => {
  const scene = await requestStart();
  advanceClock(33 * MINUTE_MS);
  const [started, ...others] = eventsOf(scene);
  for (const event of others) await scene.send(event);
  expect(await scene.rows()).toMatchObject([{ stoppedAt: null, meterStartWh: 1000 }]);
  if (started) await scene.send(started);
  expect(await scene.rows()).toMatchObject([{ meterStartWh: 1000, meterStopWh: 3000 }]);
  expect((await scene.rows())[0]?.stoppedAt).toEqual(addMs(scene.begunAt, 30.5 * MINUTE_MS));
});

/** Requests a start at connector 1 of an EVSE that has connector 2 as well. */
async function requestAtEvse() {
  const scene = await requestStart(10_000, 2);
  const { db } = scene.context;
  const isSecond = and(eq(connectors.chargePointId, scene.id), eq(connectors.connectorId, 2));
  const changeSecond = (changes: Partial<typeof connectors.$inferInsert>) =>
    db.update(connectors).set(changes).where(isSecond);
  await changeSecond({ evseId: 1, evseConnectorId: 2 });
  const begin = (evse: { id: number; connectorId?: number } = { id: 1, connectorId: 2 }) =>
    scene.send(
      transactionEvent('other-cable', 0, 'Started', {
        wh: 1000,
        at: scene.context.now(),
        idTag: scene.tag,
        evse,
      }),
    );
  return { ...scene, changeSecond, begin };
}

test('a charge goes on at the other cable of the EVSE, which the driver has taken, and is billed', async () => {
  const scene = await requestAtEvse();
  expect(await scene.begin()).toMatchObject({ idTokenInfo: { status: 'Accepted' } });
  expect(scene.stops).toEqual([]);
  expect(await scene.rows()).toMatchObject([
    { connectorId: 2, userId: scene.driver.id, price: scene.attempt.price, stopWantedAt: null },
  ]);
  advanceClock(30 * MINUTE_MS);
  await scene.send(
    transactionEvent('other-cable', 1, 'Ended', { wh: 3000, at: scene.context.now(), evse: { id: 1 } }),
  );
  expect(await scene.rows()).toMatchObject([{ meterStopWh: 3000, billCents: expect.any(Number) }]);
});

test('a charge begins at an EVSE with two cables, of which the event names none', async () => {
  const scene = await requestAtEvse();
  expect(await scene.begin({ id: 1 })).toMatchObject({ idTokenInfo: { status: 'Accepted' } });
  expect(scene.stops).toEqual([]);
  expect(await scene.rows()).toMatchObject([{ connectorId: 1, userId: scene.driver.id, stopWantedAt: null }]);
});

test.each([
  [
    'that another driver waits for',
    async ({ context, id }: Awaited<ReturnType<typeof requestAtEvse>>) => {
      const other = await requestStart();
      const place = { chargePointId: id, connectorId: 2 };
      await context.db.update(startAttempts).set(place).where(eq(startAttempts.id, other.attempt.id));
    },
  ],
  [
    'that is retired',
    ({ changeSecond, context }: Awaited<ReturnType<typeof requestAtEvse>>) =>
      changeSecond({ retiredAt: context.now() }),
  ],
  [
    'of another EVSE',
    ({ changeSecond }: Awaited<ReturnType<typeof requestAtEvse>>) =>
      changeSecond({ evseId: 2, evseConnectorId: 1 }),
  ],
])('a charge ends at a cable %s', async (_, prepare) => {
  const scene = await requestAtEvse();
  await prepare(scene);
  const [second] = await scene.context.db
    .select()
    .from(connectors)
    .where(and(eq(connectors.chargePointId, scene.id), eq(connectors.connectorId, 2)));
  const evse = { id: second?.evseId ?? 0, connectorId: second?.evseConnectorId ?? 0 };
  const at = scene.context.now();
  const started = transactionEvent('taken', 0, 'Started', { wh: 1000, at, idTag: scene.tag, evse });
  expect(await scene.send(started)).toMatchObject({ idTokenInfo: { status: 'Invalid' } });
  expect(scene.stops).toHaveLength(1);
});
