/** Charge points, drivers and the record of their charges, in the database of running servers. */

import { randomUUID } from 'node:crypto';
import type { PriceProfilePeriod } from '@shared/contract';
import { changeSecret } from '../domain/charge-points/secrets.ts';
import { coverTime } from '../domain/charging/cover-cost.ts';
import {
  addChargePoint,
  addDriver,
  insertNetwork,
  type TestDriver,
} from '../domain/charging/network.testing.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { eq, isNull } from '../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  holds,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  startAttempts,
  transactions,
} from '../platform/database/schema.ts';
import { systemRandomness } from '../platform/randomness.ts';

/** A charge point with one connector, and a driver with credit. */
export interface Place {
  id: string;
  /** `{code}-{connector}`, as printed beside the plug. */
  number: string;
  secret: string;
  driver: TestDriver;
}

const FIRST_CODE = 20_000;

/** Adds `count` places that charge this price, each driver with `cents` of credit. */
export async function addPlaces(
  databaseUrl: string,
  { count, cents, price }: { count: number; cents: number; price: PriceProfilePeriod },
): Promise<Place[]> {
  return withDatabase(databaseUrl, async (db) => {
    const network = await insertNetwork(
      { context: { db, now: systemClock.now, randomness: systemRandomness } },
      price,
    );
    const places: Place[] = [];
    for (let index = 0; index < count; index += 1) {
      const code = String(FIRST_CODE + index);
      const id = `CLUSTER-${index}`;
      await addChargePoint(network, id, code);
      const secret = (await changeSecret({ db, randomness: systemRandomness }, 'create', id)) ?? randomUUID();
      places.push({ id, number: `${code}-1`, secret, driver: await addDriver(network, cents) });
    }
    return places;
  });
}

export type ChargeRecord = Awaited<ReturnType<typeof readChargeRecord>>;

/** Returns the stored attempts, charges, holds, ledger entries and charge points. */
export async function readChargeRecord(databaseUrl: string) {
  return withDatabase(databaseUrl, async (db) => ({
    attempts: await db.select().from(startAttempts),
    transactions: await db.select().from(transactions),
    holds: await db.select().from(holds),
    /** Each entry with its account and its transfer. */
    entries: await db
      .select({
        cents: ledgerEntries.cents,
        account: ledgerAccounts.kind,
        userId: ledgerAccounts.userId,
        transfer: ledgerTransfers.id,
        kind: ledgerTransfers.kind,
        reference: ledgerTransfers.reference,
      })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId)),
    places: await db
      .select({ id: chargePoints.id, online: chargePoints.online, status: connectors.status })
      .from(chargePoints)
      .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id)),
  }));
}

/**
 * Returns how long the job that stops uncovered charges takes per running charge, in ms. Times its
 * second round.
 */
export async function timeCoverOfCharges(databaseUrl: string): Promise<number> {
  return withDatabase(databaseUrl, async (db) => {
    const context = { db, now: () => new Date() };
    await coverTime(context);
    const running = await db.$count(transactions, isNull(transactions.stoppedAt));
    const startedAt = performance.now();
    await coverTime(context);
    return (performance.now() - startedAt) / running;
  });
}

async function withDatabase<T>(databaseUrl: string, use: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl });
  try {
    return await use(database.db);
  } finally {
    await database.close();
  }
}
