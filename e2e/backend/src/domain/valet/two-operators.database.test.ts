/**
 * Two operators who use one queue concurrently: no row is lost or duplicated, no vehicle charges
 * twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { and, eq, inArray, isNull } from '../../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  startAttempts,
  transactions,
  valetQueue,
} from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import { createTaskQueue } from '../charge-points/tasks.ts';
import { endAttempts, OPEN } from '../charging/attempts.ts';
import { beginCharge } from '../charging/begin-charge.ts';
import { endCharge } from '../charging/end-charge.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import { addToQueue, listQueue, removeFromQueue } from './queue.ts';
import { startForValet } from './start.ts';
import { addValet } from './valet.testing.ts';

const PLATES = ['AAA1A01', 'AAA1A02'];
let network: Network;
let count = 0;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

const step = fc.record({
  does: fc.constantFrom('look', 'add', 'start', 'start', 'delete'),
  plate: fc.constantFrom(0, 1),
  at: fc.constantFrom(0, 1),
  /** The charge point's response; `begins` starts the transaction before responding. */
  response: fc.constantFrom('Accepted', 'Accepted', 'begins', 'Rejected', undefined),
  pause: fc.integer({ min: 0, max: 6 }),
});
const event = fc.record({
  happens: fc.constantFrom('plug', 'plug', 'plug', 'unplug', 'minute passes'),
  at: fc.constantFrom(0, 1),
  pause: fc.integer({ min: 0, max: 12 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** Creates two charge points, two operators and a record of their actions, with an empty queue. */
async function setUpQueue() {
  const { context } = network.backend;
  const { db } = context;
  await db.delete(valetQueue);
  const points = await Promise.all([newPoint(), newPoint()]);
  const operators = await Promise.all([newOperator(), newOperator()]);
  const done = { added: 0, deleted: 0, refused: [] as string[] };
  const keys = new Map<string, string>();
  // A charge point sends its messages in order.
  const tasks = createTaskQueue();

  async function newPoint() {
    count += 1;
    const id = `CP-${count}`;
    await addChargePoint(network, id, String(30_000 + count));
    await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.id, id));
    await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
    return id;
  }
  async function newOperator() {
    const { id, bodyOf } = await addValet(network.backend, network.siteId, 10_000);
    return { driver: { id, brandId: network.brandId }, bodyOf };
  }
  /**
   * Returns whether the task succeeded, and records a refusal; any other failure fails the test.
   */
  async function succeeds(task: Promise<unknown>) {
    try {
      await task;
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      done.refused.push(error.code);
      return false;
    }
  }

  async function operate({ driver, bodyOf }: (typeof operators)[number], steps: Step[]) {
    // Operators act on a possibly outdated view.
    let seen = await listQueue(context, network.siteId);
    for (const { does, plate: which, at, response, pause } of steps) {
      await wait(pause);
      const plate = PLATES[which] ?? '';
      if (does === 'look') seen = await listQueue(context, network.siteId);
      if (does === 'add' && (await succeeds(addToQueue(context, network.siteId, bodyOf(plate)))))
        done.added += 1;
      const cqId = seen.findLast((row) => row.cqUvLicencePlate === plate)?.cqId;
      if (cqId === undefined) {
        seen = await listQueue(context, network.siteId);
        continue;
      }
      if (does === 'delete' && (await succeeds(removeFromQueue(db, Number(cqId), bodyOf(plate)))))
        done.deleted += 1;
      if (does === 'start') await start(driver, Number(cqId), points[at] ?? '', response);
    }
  }

  async function start(driver: { id: number; brandId: number }, cqId: number, at: string, response?: string) {
    const [row] = await db.select().from(valetQueue).where(eq(valetQueue.id, cqId));
    if (!row) return;
    const sendCall = async () => {
      await wait(3);
      if (response === 'begins') await tasks.run(at, () => plug(at));
      if (!response) return { failure: 'timeout' as const };
      return { reply: { status: response === 'begins' ? 'Accepted' : response } };
    };
    const key = crypto.randomUUID();
    keys.set(key, String(cqId));
    const request = { cqId: String(cqId), chargePointId: at, connectorId: '1' };
    const { status } = await startForValet(context, sendCall, driver, row, request, key);
    expect(['Accepted', 'Rejected', 'TimedOut']).toContain(status);
  }

  const openAt = (at: string) =>
    and(eq(startAttempts.chargePointId, at), inArray(startAttempts.status, OPEN));

  async function plug(at: string) {
    const [attempt] = await db.select().from(startAttempts).where(openAt(at));
    const timestamp = new Date();
    if (attempt)
      await beginCharge(context, at, { connectorId: 1, idTag: attempt.idTag, meterStart: 1000, timestamp });
  }
  async function unplug(at: string) {
    const isOpen = and(eq(transactions.chargePointId, at), isNull(transactions.stoppedAt));
    const [charge] = await db.select().from(transactions).where(isOpen);
    if (!charge) return;
    const { id: transactionId, idTag } = charge;
    await endCharge(context, at, {
      transactionId,
      idTag,
      meterStop: 2000,
      timestamp: new Date(),
      reason: 'EVDisconnected',
    });
  }
  async function applyEvents(events: Event[]) {
    for (const { happens, at, pause } of events) {
      await wait(pause);
      const here = points[at] ?? '';
      if (happens === 'plug') await tasks.run(here, () => plug(here));
      if (happens === 'unplug') await tasks.run(here, () => unplug(here));
      if (happens === 'minute passes') await endAttempts(db, openAt(here), 'expired', 'ConnectionTimeOut');
    }
  }

  async function check() {
    const rows = await db.select().from(valetQueue);
    expect(rows).toHaveLength(done.added - done.deleted);
    for (const plate of PLATES)
      expect(rows.filter((row) => row.plate === plate && row.finishedAt === null).length).toBeLessThan(2);
    expect(['PLATE_IN_QUEUE', 'VALET_VEHICLE_NOT_FOUND', 'VALET_VEHICLE_CHARGED']).toEqual(
      expect.arrayContaining([...new Set(done.refused)]),
    );

    const attempts = await db
      .select()
      .from(startAttempts)
      .where(inArray(startAttempts.idempotencyKey, ['', ...keys.keys()]));
    const started = attempts.filter(({ status }) => status === 'started');
    // Every row has at most one charge, and no attempt without a row waits for a plug. A charge has
    // its row, unless a valet has deleted it or started again before the charge began after all.
    const rowOf = (attemptId: number) => rows.find((row) => row.attemptId === attemptId);
    for (const { id, idempotencyKey } of started) {
      const row = rows.find((candidate) => String(candidate.id) === keys.get(idempotencyKey));
      if (row?.attemptId !== id) expect(row?.attemptId).not.toBeNull();
    }
    for (const { id, status } of attempts) if (OPEN.includes(status)) expect(rowOf(id)).toBeDefined();

    const charges = await db
      .select()
      .from(transactions)
      .where(inArray(transactions.attemptId, [-1, ...started.map(({ id }) => id)]));
    expect(charges).toHaveLength(started.length);
    for (const { attemptId, stoppedAt } of charges) {
      const row = rowOf(attemptId ?? -1);
      if (row) expect(row.finishedAt === null).toBe(stoppedAt === null);
    }
    for (const { driver } of operators) {
      const own = ({ userId }: { userId: number | null }) => userId === driver.id;
      const open =
        attempts.filter(own).some(({ status }) => OPEN.includes(status)) ||
        charges.filter(own).some(({ stoppedAt }) => stoppedAt === null);
      expect((await readFunds(db, driver.id)).held > 0).toBe(open);
    }
  }
  return { operators, operate, applyEvents, check };
}

test('neither loses nor duplicates a vehicle nor charges it twice, whatever two operators do concurrently', async () => {
  const steps = fc.array(step, { minLength: 6, maxLength: 16 });
  const events = fc.array(event, { minLength: 4, maxLength: 16 });
  await fc.assert(
    fc.asyncProperty(steps, steps, events, async (first, second, around) => {
      const { operators, operate, applyEvents, check } = await setUpQueue();
      const [one, other] = operators;
      if (!one || !other) throw new Error('no operators');
      const add = { does: 'add', plate: 0, at: 0, response: undefined, pause: 0 } as const;
      await Promise.all([
        operate(one, [add, ...first]),
        operate(other, [add, ...second]),
        applyEvents(around),
      ]);
      await check();
    }),
    { numRuns: runCount('VALET', 12, 500), includeErrorInReport: true },
  );
});

test('accepts one of two concurrent calls that add or delete a vehicle, and rejects the other', async () => {
  const { context } = network.backend;
  await context.db.delete(valetQueue);
  const valets = await Promise.all([1, 2].map(() => addValet(network.backend, network.siteId, 10_000)));
  const both = <T>(act: (valet: (typeof valets)[number]) => Promise<T>) => Promise.all(valets.map(act));

  const added = await both((valet) => valet.add('BBB-1234'));
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409]);
  const [row, ...more] = await listQueue(context, network.siteId);
  expect(more).toEqual([]);
  const cqId = String(row?.cqId);
  const deleted = await both((valet) => valet.remove(cqId, 'BBB-1234'));
  expect(deleted.map(({ status }) => status).sort()).toEqual([204, 404]);
  expect(await listQueue(context, network.siteId)).toEqual([]);
});
