/** Charges and stops that an operator has to decide about, and those about which one has decided. */
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNotNull, isNull, sql } from '../../platform/database/orm.ts';
import { transactions, unknownStops } from '../../platform/database/schema.ts';

/** Condition: a charge is marked, and for another reason than the one that was reviewed. */
export const chargesToReview = and(
  isNotNull(transactions.reviewReason),
  sql`${transactions.reviewReason} is distinct from ${transactions.reviewedReason}`,
);

/** Condition: an unreviewed stop of an unknown charge. */
export const stopsToReview = isNull(unknownStops.reviewedAt);

/** Marks a charge as reviewed. Returns the reason for its review; undefined if there was none. */
export async function reviewCharge(db: Db, id: number): Promise<string | undefined> {
  const [reviewed] = await db
    .update(transactions)
    .set({ reviewedReason: transactions.reviewReason })
    .where(and(eq(transactions.id, id), chargesToReview))
    .returning({ reason: transactions.reviewedReason });
  return reviewed?.reason ?? undefined;
}

/** Marks a stop of an unknown charge as reviewed. Returns false if there was none to review. */
export async function reviewStop(db: Db, id: number): Promise<boolean> {
  const reviewed = await db
    .update(unknownStops)
    .set({ reviewedAt: sql`now()` })
    .where(and(eq(unknownStops.id, id), stopsToReview))
    .returning({ id: unknownStops.id });
  return reviewed.length > 0;
}
