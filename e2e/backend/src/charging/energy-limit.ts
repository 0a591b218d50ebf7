/** Upper limit of a charge's energy, based on the server's clock. */

import type { Db } from '../db/database.ts';
import { eq } from '../db/orm.ts';
import { isAt } from '../db/rows.ts';
import { connectors, holds, startAttempts, type TransactionRow, transactions } from '../db/schema.ts';
import { DAY_MS } from '../time.ts';
import { energyLimitWh } from './plausible-energy.ts';

/** Returns the most energy, in Wh, that the charge can have taken until `now`. */
export async function readEnergyLimit(db: Db, row: TransactionRow, now: Date): Promise<number> {
  const [found] = await db
    .select({
      maxPowerKw: connectors.maxPowerKw,
      attemptedAt: startAttempts.createdAt,
      heldAt: holds.createdAt,
    })
    .from(transactions)
    .innerJoin(connectors, isAt(connectors, transactions))
    .leftJoin(startAttempts, eq(startAttempts.id, transactions.attemptId))
    .leftJoin(holds, eq(holds.id, transactions.holdId))
    .where(eq(transactions.id, row.id));
  if (!found) throw new Error(`transaction ${row.id} has no connector`);
  const begin = earliestBegin(row.startedAt, found.attemptedAt, found.heldAt);
  return energyLimitWh(found.maxPowerKw, now.getTime() - begin);
}

/**
 * Returns the earliest time, in ms, at which the charge can have begun. A charge from the app
 * begins after its attempt. A start by card may be reported up to 30 days late (`begin-charge.ts`),
 * so its reported time counts too. Without a hold the time of receipt is unknown, but nothing is
 * billed, so a day of tolerance is enough.
 */
function earliestBegin(startedAt: Date, attemptedAt: Date | null, heldAt: Date | null): number {
  if (attemptedAt) return attemptedAt.getTime();
  if (heldAt) return Math.min(startedAt.getTime(), heldAt.getTime());
  return startedAt.getTime() - DAY_MS;
}
