/** Finds running charges with little credit left or overstay that is about to cost. */

import { secondsBetween } from '@shared/brazil';
import { overstayCostStart } from '@shared/charging';
import { Transaction } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNotNull, isNull } from '../../platform/database/orm.ts';
import { holds, notices, type TransactionRow, transactions } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import { costAt } from '../charging/cover-cost.ts';
import { transactionView } from '../charging/views.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import type { NoticesContext } from './context.ts';
import { isCreditNearlyUsed } from './credit-nearly-used.ts';
import { enqueueNotice } from './enqueue.ts';

/** How long before overstay begins to cost the notice is sent. */
const IDLE_LEAD_MS = 5 * MINUTE_MS;

type Context = Pick<NoticesContext, 'db' | 'now'>;

/** Adds the notices that are due by now. */
export async function watchCharges({ db, now }: Context): Promise<void> {
  const running = await db
    .select()
    .from(transactions)
    .where(
      and(isNull(transactions.stoppedAt), isNotNull(transactions.userId), isNotNull(transactions.price)),
    );
  if (running.length === 0) return;
  const known = await db
    .select({ transactionId: notices.transactionId, kind: notices.kind })
    .from(notices)
    .where(
      inArray(
        notices.transactionId,
        running.map(({ id }) => id),
      ),
    );
  const isKnown = (row: TransactionRow, kind: string) =>
    known.some((notice) => notice.transactionId === row.id && notice.kind === kind);
  for (const row of running) {
    if (row.userId === null) continue;
    const at = now();
    const subject = { transactionId: row.id, userId: row.userId };
    if (!isKnown(row, 'idleCostBegins') && isOverstayCostNear(row, at))
      await enqueueNotice(db, 'idleCostBegins', subject, at);
    if (!isKnown(row, 'creditNearlyUsed') && (await littleCreditLeft(db, row, at)) !== undefined)
      await enqueueNotice(db, 'creditNearlyUsed', subject, at);
  }
}

/** Returns when a running charge's overstay begins to cost, in ms since 1970, if it ever does. */
export const overstayCostStartOf = (row: TransactionRow) =>
  overstayCostStart(Transaction.parse(transactionView(row, null, undefined)));

function isOverstayCostNear(row: TransactionRow, at: Date): boolean {
  const start = overstayCostStartOf(row);
  return start !== undefined && at >= addMs(new Date(start), -IDLE_LEAD_MS);
}

/**
 * Returns the credit that a charge has left in cents (its hold plus the wallet minus its cost), or
 * undefined unless it is nearly used up.
 */
export async function littleCreditLeft(db: Db, row: TransactionRow, at: Date): Promise<number | undefined> {
  const cost = costAt(row, at);
  if (cost === undefined || row.userId === null || row.holdId === null) return undefined;
  const [hold] = await db.select({ cents: holds.cents }).from(holds).where(eq(holds.id, row.holdId));
  const { wallet } = await readFunds(db, row.userId);
  const left = Math.max(0, (hold?.cents ?? 0) + wallet - cost);
  return isCreditNearlyUsed(cost, left, secondsBetween(row.startedAt, at)) ? left : undefined;
}
