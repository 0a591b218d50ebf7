/** What an operator has to decide: charges to review, and stops that belong to no known charge. */
import { formatBRL } from '@shared/brazil';
import { chargesToReview, stopsToReview } from '../domain/charging/reviews.ts';
import type { Db } from '../platform/database/database.ts';
import { and, desc, gte } from '../platform/database/orm.ts';
import { type TransactionRow, transactions, unknownStops } from '../platform/database/schema.ts';

/** Returns one line per charge or stop since an instant, the newest first, below their numbers. */
export async function listReviews(db: Db, since: Date): Promise<string> {
  const charges = await db
    .select()
    .from(transactions)
    .where(and(chargesToReview, gte(transactions.startedAt, since)))
    .orderBy(desc(transactions.startedAt));
  const stops = await db
    .select()
    .from(unknownStops)
    .where(and(stopsToReview, gte(unknownStops.receivedAt, since)))
    .orderBy(desc(unknownStops.receivedAt));
  return [
    `Charges to review: ${charges.length}`,
    ...charges.map(describeCharge),
    `Stops of unknown charges: ${stops.length}`,
    ...stops.map(describeStop),
  ].join('\n');
}

function describeCharge(charge: TransactionRow): string {
  const { meterStartWh, meterStopWh, userId, billCents } = charge;
  return [
    charge.startedAt.toISOString(),
    `${charge.chargePointId}-${charge.connectorId}`,
    `charge ${charge.id}`,
    charge.reviewReason,
    meterStopWh === null ? 'running' : `${(meterStopWh - meterStartWh) / 1000} kWh`,
    userId === null ? 'no user' : `user ${userId}`,
    billCents === null ? 'not billed' : formatBRL(billCents),
  ].join('  ');
}

function describeStop(stop: typeof unknownStops.$inferSelect): string {
  return [
    stop.receivedAt.toISOString(),
    `stop ${stop.id}`,
    stop.chargePointId,
    `charge ${stop.transactionId}`,
    stop.reason ?? 'no reason',
    `register ${stop.meterStopWh} Wh`,
    stop.idTag === null ? 'no tag' : `tag ${stop.idTag}`,
  ].join('  ');
}
