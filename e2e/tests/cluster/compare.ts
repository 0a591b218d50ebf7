/** Compares what a cluster has stored and billed with what the charge points have metered. */
import type { ChargeRecord } from '@e2e/backend/testing';
import type { MeteredCharge } from '@e2e/chargers';
import type { PriceProfilePeriod, UserTransaction } from '@shared/contract';
import type { Station } from './drivers.ts';

export interface Billed {
  station: Station;
  charge: MeteredCharge;
  transaction: ChargeRecord['transactions'][number];
}

/** Returns the difference of `actual` from `expected` as a line, or no line. */
const differ = (what: string, actual: unknown, expected: unknown): string[] =>
  Object.is(actual, expected) ? [] : [`${what}: ${String(actual)} instead of ${String(expected)}`];

/** Returns what still has to end or reconnect after the last fault. */
export function findUnsettled(
  stations: Station[],
  { attempts, transactions, places }: ChargeRecord,
): string[] {
  const ids = new Set(stations.map(({ id }) => id));
  return [
    ...attempts
      .filter(({ status }) => status === 'pending' || status === 'accepted')
      .map(
        ({ id, status, chargePointId, createdAt }) =>
          `attempt ${id} at ${chargePointId} of ${createdAt.toISOString()} is ${status}`,
      ),
    ...transactions
      .filter(({ stoppedAt }) => stoppedAt === null)
      .map(
        ({ id, chargePointId, startedAt }) =>
          `charge ${id} at ${chargePointId} of ${startedAt.toISOString()} runs`,
      ),
    ...places.filter(({ id, online }) => ids.has(id) && !online).map(({ id }) => `${id} is offline`),
  ];
}

/**
 * Checks that each metered charge has one transaction, and each transaction is a metered charge.
 */
export function matchCharges(stations: Station[], record: ChargeRecord) {
  const problems: string[] = [];
  const billed: Billed[] = [];
  let unpaid = 0;
  const unmatched = new Set(record.transactions);
  for (const station of stations) {
    const own = record.transactions.filter(({ chargePointId }) => chargePointId === station.id);
    const tags = new Set<string>();
    for (const charge of station.chargePoint.connector(1).charges) {
      const what = `charge ${charge.idTag} of ${station.id}`;
      if (tags.has(charge.idTag)) problems.push(`${what}: started twice`);
      tags.add(charge.idTag);
      const [transaction, ...copies] = own.filter(({ idTag }) => idTag === charge.idTag);
      if (!transaction || copies.length > 0) {
        problems.push(`${what}: has ${copies.length + (transaction ? 1 : 0)} transactions`);
        continue;
      }
      unmatched.delete(transaction);
      if (!transaction.stoppedAt) problems.push(`${what}: has no end`);
      if (transaction.userId === station.driver.id) billed.push({ station, charge, transaction });
      else {
        unpaid += 1;
        problems.push(
          ...differ(`${what}: user`, transaction.userId, null),
          ...differ(`${what}: bill without a user`, transaction.billCents, null),
        );
      }
    }
  }
  for (const { id, idTag } of unmatched) problems.push(`transaction ${id} (${idTag}) was never metered`);
  return { problems, billed, unpaid };
}

/** Checks that each request key has one attempt, and each started attempt one charge. */
export function compareAttempts({ attempts, transactions }: ChargeRecord): string[] {
  const problems: string[] = [];
  const keys = new Set<string>();
  for (const { id, userId, idempotencyKey, status } of attempts) {
    const key = `${userId} ${idempotencyKey}`;
    if (keys.has(key)) problems.push(`attempt ${id}: its key was used before`);
    keys.add(key);
    const own = transactions.filter(({ attemptId }) => attemptId === id);
    problems.push(...differ(`charges of ${status} attempt ${id}`, own.length, status === 'started' ? 1 : 0));
  }
  return problems;
}

/** Checks that the receipt has the charge point's energy and times, priced with the tariff. */
export function compareReceipt(
  { station, charge, transaction }: Billed,
  receipt: UserTransaction,
  price: PriceProfilePeriod,
): string[] {
  const what = `receipt ${transaction.id} of ${station.id}`;
  const energyWh = (charge.meterStop ?? Number.NaN) - charge.meterStart;
  const cents = Math.round((receipt.amount ?? Number.NaN) * 100);
  const isFree = station.hasCancelled && energyWh === 0 && cents === 0;
  return [
    ...differ(`${what}: energy`, receipt.meterStop, energyWh),
    ...differ(`${what}: start`, timeOf(receipt.startTime), timeOf(charge.startedAt)),
    ...differ(`${what}: end`, timeOf(receipt.stopTime), timeOf(charge.stoppedAt)),
    ...(isFree ? [] : differ(`${what}: cents`, cents, costOf(charge, energyWh, price))),
    ...differ(`${what}: stored cents`, transaction.billCents, cents),
  ];
}
const timeOf = (text = '') => new Date(text).getTime();

/** Returns the price of a charge without idle time, in cents: each line rounded half up. */
function costOf(
  { startedAt, stoppedAt }: MeteredCharge,
  energyWh: number,
  price: PriceProfilePeriod,
): number {
  const seconds = Math.floor((timeOf(stoppedAt) - timeOf(startedAt)) / 1000);
  const line = (reais: number, amount: number, per: number) =>
    Math.floor((2 * Math.round(reais * 100) * amount + per) / (2 * per));
  return (
    line(price.PriceKwh, energyWh, 1000) +
    line(price.PriceTimeCharging, seconds, 60) +
    line(price.PriceTimePlugged, seconds, 60) +
    line(price.TransactionPrice, 1, 1)
  );
}

/** Checks that the ledger balances, nothing is still reserved, and each charge was paid once. */
export function compareLedger(stations: Station[], record: ChargeRecord, creditCents: number): string[] {
  const { entries, holds, transactions } = record;
  const problems: string[] = [];
  const sumOf = (which: typeof entries) => which.reduce((sum, { cents }) => sum + cents, 0);
  problems.push(...differ('sum of the ledger', sumOf(entries), 0));
  for (const [id, own] of Map.groupBy(entries, ({ transfer }) => transfer))
    problems.push(...differ(`sum of transfer ${id}`, sumOf(own), 0));
  for (const { id, settledAt } of holds) if (!settledAt) problems.push(`hold ${id} is open`);
  const billCents = (of: typeof transactions) => of.reduce((sum, { billCents }) => sum + (billCents ?? 0), 0);
  const balanceOf = (kind: string) => sumOf(entries.filter(({ account }) => account === kind));
  problems.push(...differ('revenue', balanceOf('revenue'), billCents(transactions)));
  for (const { id, driver } of stations) {
    const driverEntries = entries.filter(({ userId }) => userId === driver.id);
    const bills = billCents(transactions.filter(({ userId }) => userId === driver.id));
    problems.push(
      ...differ(`credit of the driver at ${id}`, sumOf(driverEntries), creditCents - bills),
      ...differ(`reserved at ${id}`, sumOf(driverEntries.filter(({ account }) => account === 'held')), 0),
    );
  }
  const paidBy = Map.groupBy(transactions, ({ holdId }) => holdId);
  const revenueEntries = entries.filter(({ account }) => account === 'revenue');
  const revenueOf = Map.groupBy(revenueEntries, ({ reference }) => Number(reference.split(':')[1]));
  for (const [holdId, own] of paidBy) {
    if (holdId === null) continue;
    problems.push(...differ(`charges of hold ${holdId}`, own.length, 1));
    problems.push(...differ(`paid of hold ${holdId}`, sumOf(revenueOf.get(holdId) ?? []), billCents(own)));
    const settlements = revenueOf.get(holdId)?.filter(({ reference }) => reference === `settle:${holdId}`);
    if (billCents(own) > 0) problems.push(...differ(`payments of hold ${holdId}`, settlements?.length, 1));
  }
  for (const holdId of revenueOf.keys())
    if (!paidBy.has(holdId)) problems.push(`hold ${holdId} was paid without a charge`);
  return problems;
}
