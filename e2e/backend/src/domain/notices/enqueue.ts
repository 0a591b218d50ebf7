/** Adds notices to the outbox, from which a job sends them (`send-notices.ts`). */

import type { StopReason } from '@shared/charging/stop-reason';
import { type NoticeKind, PIX } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNull } from '../../platform/database/orm.ts';
import {
  type LineNoticeKind,
  notices,
  type OrderRow,
  type SentKind,
  type TransactionRow,
} from '../../platform/database/schema.ts';

/**
 * Stop reasons that neither the driver, the car nor the credit caused. A lost connection isn't one,
 * since the driver may have ended the charge.
 */
const UNEXPECTED: ReadonlySet<StopReason> = new Set(['operator', 'fault', 'power']);

export const endNoticeKind = (reason: StopReason | undefined): NoticeKind =>
  reason && UNEXPECTED.has(reason) ? 'stoppedUnexpectedly' : 'chargeEnded';

/** The user, and the charge, order or site that the notice is about. */
type Subject = { userId: number } & ({ transactionId: number } | { orderId: number } | { siteId: number });

/** Adds a notice, once per charge or order and kind. */
export async function enqueueNotice(db: Db, kind: SentKind, subject: Subject, at: Date): Promise<void> {
  const row = { ...subject, kind, createdAt: at, nextTryAt: at };
  await db.insert(notices).values(row).onConflictDoNothing();
}

/** Call this in the transaction that ends a charge, so that a crash loses no notice. */
export async function enqueueEndNotice(
  tx: Db,
  { id: transactionId, userId }: Pick<TransactionRow, 'id' | 'userId'>,
  reason: StopReason | undefined,
  at: Date,
): Promise<void> {
  if (userId !== null) await enqueueNotice(tx, endNoticeKind(reason), { transactionId, userId }, at);
}

/** Deletes the notice of a presumed end: the real end is announced again. */
export async function deleteEndNotice(tx: Db, { id }: Pick<TransactionRow, 'id'>): Promise<void> {
  const isOfEnd = inArray(notices.kind, ['chargeEnded', 'stoppedUnexpectedly']);
  await tx.delete(notices).where(and(eq(notices.transactionId, id), isOfEnd));
}

/** Kinds by the state of a top-up. */
const ORDER_KINDS: Partial<Record<OrderRow['state'], SentKind>> = {
  paid: 'topUpPaid',
  canceled: 'topUpCanceled',
};

/**
 * Adds a notice about a top-up that was paid or canceled. A Pix that is canceled wasn't paid, which
 * its user knows.
 */
export async function enqueueOrderNotice(
  tx: Db,
  { id: orderId, userId, paymentMethod }: Pick<OrderRow, 'id' | 'userId' | 'paymentMethod'>,
  state: OrderRow['state'],
  at: Date,
): Promise<void> {
  const kind = ORDER_KINDS[state];
  if (!kind || (state === 'canceled' && paymentMethod?.item_type === PIX)) return;
  await enqueueNotice(tx, kind, { orderId, userId }, at);
}

/** Adds a notice about a refund of a charge, in place of the notice about an earlier one. */
export async function enqueueRefundNotice(
  tx: Db,
  { id: transactionId, userId }: Pick<TransactionRow, 'id' | 'userId'>,
  at: Date,
): Promise<void> {
  if (userId === null) return;
  const kind = 'chargeRefunded';
  await tx.delete(notices).where(and(eq(notices.transactionId, transactionId), eq(notices.kind, kind)));
  await enqueueNotice(tx, kind, { transactionId, userId }, at);
}

/**
 * Adds a notice to a driver about their place in the line of a site, in place of those still to be sent: a
 * notice is composed when it is sent, so an earlier one would say the same of the place as it is then.
 */
export async function enqueueLineNotice(
  tx: Db,
  kind: LineNoticeKind,
  subject: { siteId: number; userId: number },
  at: Date,
): Promise<void> {
  // Only notices about lines name a site.
  const isOfPlace = and(eq(notices.siteId, subject.siteId), eq(notices.userId, subject.userId));
  await tx.delete(notices).where(and(isOfPlace, isNull(notices.doneAt)));
  await enqueueNotice(tx, kind, subject, at);
}
