/** `pnpm charge-point reviews`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { addDriver, type Network, openNetwork } from '../domain/charging/network.testing.ts';
import { reviewCharge, reviewStop } from '../domain/charging/reviews.ts';
import { eq } from '../platform/database/orm.ts';
import { transactions, unknownStops } from '../platform/database/schema.ts';
import { addMs, DAY_MS, HOUR_MS } from '../platform/time.ts';
import { listReviews } from './list-reviews.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

test('lists the charges to review and the stops of unknown charges since an instant, newest first', async () => {
  const { db } = network.backend.context;
  const { id: userId } = await addDriver(network, 0);
  const now = new Date('2026-03-02T15:00:00Z');
  const start = (hoursAgo: number) => {
    const startedAt = addMs(now, -hoursAgo * HOUR_MS);
    const at = { chargePointId: 'NEIGHBOUR', connectorId: 1, idTag: 'A', meterStartWh: 1000 };
    return { ...at, startedAt, chargePointStartedAt: startedAt };
  };
  const ended = { stoppedAt: addMs(now, -HOUR_MS), meterStopWh: 13_500, billCents: 855 };
  const [, newer, older] = await db
    .insert(transactions)
    .values([
      { ...start(1), userId },
      { ...start(2), reviewReason: 'IMPLAUSIBLE_METER' },
      { ...start(5), ...ended, userId, reviewReason: 'UNCERTAIN_END' },
      { ...start(40 * 24), reviewReason: 'UNPAID_ENERGY' },
    ])
    .returning();
  const stop = { chargePointId: 'GONE', meterStopWh: 8016, stoppedAt: new Date(0) };
  const [unknown] = await db
    .insert(unknownStops)
    .values([
      { ...stop, transactionId: -1, idTag: 'CARD', reason: 'PowerLoss', receivedAt: addMs(now, -HOUR_MS) },
      { ...stop, transactionId: 7, receivedAt: addMs(now, -40 * DAY_MS) },
    ])
    .returning();

  const listed = await listReviews(db, addMs(now, -30 * DAY_MS));
  expect(listed.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Charges to review: 2',
    `2026-03-02T13:00:00.000Z  NEIGHBOUR-1  charge ${newer?.id}  IMPLAUSIBLE_METER  running  no user  not billed`,
    `2026-03-02T10:00:00.000Z  NEIGHBOUR-1  charge ${older?.id}  UNCERTAIN_END  12.5 kWh  user ${userId}  R$ 8,55`,
    'Stops of unknown charges: 1',
    `2026-03-02T14:00:00.000Z  stop ${unknown?.id}  GONE  charge -1  PowerLoss  register 8016 Wh  tag CARD`,
  ]);
});

test('a reviewed charge or stop leaves list and gauges, and returns if the charge is marked for another reason', async () => {
  const { db, metrics } = network.backend.context;
  const numbersIn = (text: string, ...patterns: RegExp[]) => patterns.map((one) => one.exec(text)?.[1]);
  const listed = async () =>
    numbersIn(await listReviews(db, new Date(0)), /review: (\d+)/, /unknown charges: (\d+)/);
  const [charge] = await db.select().from(transactions).where(eq(transactions.reviewReason, 'UNCERTAIN_END'));
  const [stop] = await db.select().from(unknownStops);
  if (!charge || !stop) throw new Error('nothing to review');
  expect(await listed()).toEqual(['3', '2']);

  expect(await reviewCharge(db, charge.id)).toBe('UNCERTAIN_END');
  expect(await reviewStop(db, stop.id)).toBe(true);
  expect(await listed()).toEqual(['2', '1']);
  expect(await reviewCharge(db, charge.id)).toBeUndefined();
  expect(await reviewStop(db, stop.id)).toBe(false);

  await db.update(transactions).set({ reviewReason: 'UNPAID_ENERGY' }).where(eq(transactions.id, charge.id));
  expect(await listed()).toEqual(['3', '1']);
  // A gauge has no value while its first query is slow.
  const gauges = async () =>
    numbersIn(
      await metrics.registry.metrics(),
      /^faisca_charges_to_review (\d+)/m,
      /^faisca_unknown_stops (\d+)/m,
    );
  await expect.poll(gauges).toEqual(['3', '1']);
});

/** Runs the command without a database. */
async function runCommand(...args: string[]) {
  const script = join(import.meta.dirname, 'charge-point-command.ts');
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: '/nowhere' };
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], { env });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out: out.trim(), error: error.trim() };
}

test('the command accepts a number of days, and what is reviewed', async () => {
  const error = 'There is no database in /nowhere.';
  expect(await runCommand('reviews')).toEqual({ out: '', error });
  expect(await runCommand('reviews', '60')).toEqual({ out: '', error });
  for (const days of ['x', '0'])
    expect((await runCommand('reviews', days)).error).toContain('pnpm charge-point reviews [days]');
  expect(await runCommand('reviewed', 'charge', '7')).toEqual({ out: '', error });
  for (const args of [['charge'], ['charge', 'x'], ['cable', '7']])
    expect((await runCommand('reviewed', ...args)).error).toContain('pnpm charge-point reviewed charge|stop');
});
