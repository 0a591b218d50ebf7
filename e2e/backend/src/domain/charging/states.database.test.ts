/** Checks the balances after random sequences of the events of a start and its charge. */

import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { systemClock } from '../../platform/clock.ts';
import { and, eq, isNotNull, sum } from '../../platform/database/orm.ts';
import { chargePoints, connectors, startAttempts, transactions } from '../../platform/database/schema.ts';
import { allowFastClocks } from '../../testing/fast-clocks.ts';
import { readSamples } from '../charge-points/samples.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import { expireAttempts, OPEN } from './attempts.ts';
import { beginCharge } from './begin-charge.ts';
import { endCharge } from './end-charge.ts';
import { meterCharge } from './meter-charge.ts';
import { addChargePoint, addDriver, type Network, openNetwork } from './network.testing.ts';
import { startCharge } from './start-charge.ts';
import { handleStatusNotification } from './status-notification.ts';
import { stopCharge } from './stop-charge.ts';

const CREDIT = 3000;
let network: Network;
let shiftMs = 0;
let count = 0;

beforeAll(async () => {
  network = await openNetwork({ clock: { ...systemClock, now: () => new Date(Date.now() + shiftMs) } });
  await allowFastClocks(network.backend.context.db);
});
afterAll(() => network.backend.close());

/** Adds a connector and a driver, and returns the events that can happen to them. */
async function setUpCharge() {
  const { context } = network.backend;
  const { db } = context;
  count += 1;
  const id = `CP-${count}`;
  const number = String(30_000 + count);
  await addChargePoint(network, id, number);
  await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.id, id));
  await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
  const driver = { ...(await addDriver(network, CREDIT)), brandId: network.brandId };
  let response: string | undefined = 'Accepted';
  let meter = 1000;
  let clock = Date.now();
  const sendCall = async () => (response ? { reply: { status: response } } : { failure: 'timeout' as const });
  let lastBegin: Parameters<typeof beginCharge>[2] | undefined;
  let lastEnd: Parameters<typeof endCharge>[2] | undefined;
  let transactionId = 0;

  const lastAttempt = async () => {
    const attempts = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id));
    return attempts.sort((a, b) => a.id - b.id).at(-1);
  };
  const start = async (reply: string | undefined) => {
    response = reply;
    await startCharge(context, sendCall, driver, { ChargePointID: `${number}-1` }, crypto.randomUUID());
    response = 'Accepted';
  };
  const begin = async (message: typeof lastBegin) => {
    if (!message) return;
    ({ transactionId } = await beginCharge(context, id, message));
  };
  const fault = (errorCode: string, status: string) =>
    handleStatusNotification(context, id, { connectorId: 1, status, errorCode, timestamp: undefined });

  const events = {
    'start accepted': () => start('Accepted'),
    'start refused': () => start('Rejected'),
    'start times out': () => start(undefined),
    'wait cancelled': () =>
      stopCharge(context, sendCall, driver, { ChargePointID: `${id}-1`, TransactionID: '0' }),
    'minute passes': async () => {
      shiftMs += 64_000;
      await expireAttempts(context);
    },
    'lock fails': () => fault('ConnectorLockFailure', 'Faulted'),
    'lock repaired': () => fault('NoError', 'Available'),
    begins: async () => {
      const attempt = await lastAttempt();
      if (!attempt) return;
      clock += 1000;
      lastBegin = { connectorId: 1, idTag: attempt.idTag, meterStart: meter, timestamp: new Date(clock) };
      await begin(lastBegin);
    },
    'begins, repeated': () => begin(lastBegin),
    meters: async () => {
      meter += 900;
      clock += 60_000;
      const timestamp = new Date(clock).toISOString();
      const sampledValue = { value: String(meter), unit: 'Wh' };
      await meterCharge(context, id, {
        connectorId: 1,
        transactionId,
        samples: readSamples({ timestamp, sampledValue }, new Date(clock)),
      });
    },
    ends: async () => {
      clock += 1000;
      lastEnd = {
        transactionId,
        idTag: lastBegin?.idTag,
        meterStop: meter,
        timestamp: new Date(clock),
        reason: undefined,
      };
      await endCharge(context, id, lastEnd);
    },
    'ends, repeated': async () => {
      if (lastEnd) await endCharge(context, id, lastEnd);
    },
  };

  /**
   * Checks that credit is reserved only for open starts and charges, and that the balance is the
   * credit minus the bills.
   */
  async function check() {
    const funds = await readFunds(db, driver.id);
    const [bills] = await db
      .select({ cents: sum(transactions.billCents) })
      .from(transactions)
      .where(and(eq(transactions.userId, driver.id), isNotNull(transactions.stoppedAt)));
    expect(funds.wallet + funds.held + funds.owed).toBe(CREDIT - Number(bills?.cents ?? 0));
    const attempts = await db.select().from(startAttempts).where(eq(startAttempts.userId, driver.id));
    const charges = await db.select().from(transactions).where(eq(transactions.userId, driver.id));
    const open =
      attempts.some(({ status }) => OPEN.includes(status)) ||
      charges.some(({ stoppedAt, holdId }) => stoppedAt === null && holdId !== null);
    expect(funds.held > 0).toBe(open);
    expect(funds.owed).toBeLessThanOrEqual(0);
    const charged = charges.filter(({ attemptId }) => attemptId !== null).map(({ attemptId }) => attemptId);
    expect(new Set(charged).size).toBe(charged.length);
  }
  return { events, check };
}

type Name = keyof Awaited<ReturnType<typeof setUpCharge>>['events'];
const names: Name[] = [
  'start accepted',
  'start refused',
  'start times out',
  'wait cancelled',
  'minute passes',
  'lock fails',
  'lock repaired',
  'begins',
  'begins, repeated',
  'meters',
  'ends',
  'ends, repeated',
];

test('keeps reserved, billed and remaining credit consistent in any order of events', async () => {
  const sequence = fc.array(fc.constantFrom(...names), { minLength: 3, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(sequence, async (chosen) => {
      const { events, check } = await setUpCharge();
      // Begin with a start, because most events have no effect without one.
      for (const name of ['start accepted' as const, ...chosen]) {
        await events[name]();
        await check();
      }
    }),
    { numRuns: runCount('STATES', 12, 1000) },
  );
});
