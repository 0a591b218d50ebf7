/** The most energy that a charge can have taken, by our own clock. */
import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { connectors, holds, startAttempts, transactions } from '../db/schema.ts';
import { DAY_MS } from './charge-clock.ts';
import { energyLimitWh } from './plausible-energy.ts';

type Row = typeof transactions.$inferSelect;

/** Returns the limit in Wh. */
export async function readEnergyLimit(db: Db, row: Row, now: Date): Promise<number> {
  const [found] = await db
    .select({
      maxPowerKw: connectors.maxPowerKw,
      attemptedAt: startAttempts.createdAt,
      heldAt: holds.createdAt,
    })
    .from(transactions)
    .innerJoin(
      connectors,
      and(
        eq(connectors.chargePointId, transactions.chargePointId),
        eq(connectors.connectorId, transactions.connectorId),
      ),
    )
    .leftJoin(startAttempts, eq(startAttempts.id, transactions.attemptId))
    .leftJoin(holds, eq(holds.id, transactions.holdId))
    .where(eq(transactions.id, row.id));
  if (!found) throw new Error(`transaction ${row.id} has no connector`);
  const begin = earliestBegin(row.startedAt, found);
  return energyLimitWh(found.maxPowerKw, now.getTime() - begin);
}

/**
 * Returns the earliest instant, in ms, at which the charge can have begun. A start from the app begins
 * after its attempt. One by a card may be reported long after the fact, when a charge point comes back
 * online, so its own time counts as well; `begin-charge.ts` keeps it within 30 days of ours. A charge
 * without a hold isn't billed, so a day of tolerance is enough; its receipt time isn't recorded.
 */
function earliestBegin(
  startedAt: Date,
  { attemptedAt, heldAt }: { attemptedAt: Date | null; heldAt: Date | null },
): number {
  if (attemptedAt) return attemptedAt.getTime();
  if (heldAt) return Math.min(startedAt.getTime(), heldAt.getTime());
  return startedAt.getTime() - DAY_MS;
}
