/**
 * Stops the driver's charge, or one of the queue if the driver is its valet, or cancels the wait
 * for the plug. Idempotent.
 */
import type { RemoteResponse, StopRequest } from '@shared/contract';
import type * as z from 'zod/mini';
import { wholeNumber } from '../../platform/api/route.ts';
import { and, desc, eq, exists, gt, isNull, or } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import {
  siteValets,
  startAttempts,
  type TransactionRow,
  transactions,
  valetQueue,
} from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { endAttempts } from './attempts.ts';
import { splitNumber } from './charger-number.ts';
import type { ChargingContext } from './context.ts';
import { coverCost } from './cover-cost.ts';
import { ACCEPTED, type Driver, rejected, TIMED_OUT } from './request-start.ts';
import { msSinceAccepted, requestStop } from './request-stop.ts';

/** A tap within this time after the charge point accepted a stop sends no further request. */
const SAME_TAP_MS = 10_000;
/** A phone may still show the wait for this long after the charge began. */
const CANCEL_MS = MINUTE_MS;

export async function stopCharge(
  context: ChargingContext,
  sendCall: SendCall,
  driver: Driver,
  request: z.output<typeof StopRequest>,
): Promise<RemoteResponse> {
  const number = splitNumber(request.ChargePointID);
  if (!number) return rejected('CHARGER_NOT_FOUND');
  // Here the number has the charge point's id instead of its code.
  const place = { chargePointId: number.head, connectorId: number.connectorId };
  const named = wholeNumber(request.TransactionID);
  const transactionId = named || (await cancelWaiting(context, driver, place));
  if (transactionId === undefined) return ACCEPTED;
  const [row] = await context.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, transactionId), mayStop(context, driver)));
  // A driver who cancels the wait may have taken another cable of the EVSE.
  const isCancelled = !named && row?.waitCancelledAt !== null;
  const isHere =
    row?.chargePointId === place.chargePointId && (isCancelled || row.connectorId === place.connectorId);
  if (!row || !isHere) return rejected('TRANSACTION_NOT_FOUND');
  return row.stoppedAt ? ACCEPTED : sendStop(context, sendCall, row);
}

/** Any of the site's valets may stop a charge of the queue, not only the one who started it. */
function mayStop({ db }: ChargingContext, driver: Driver) {
  const asValet = db
    .select({ id: valetQueue.id })
    .from(valetQueue)
    .innerJoin(siteValets, eq(siteValets.siteId, valetQueue.siteId))
    .where(and(eq(valetQueue.attemptId, transactions.attemptId), eq(siteValets.userId, driver.id)));
  return or(eq(transactions.userId, driver.id), exists(asValet));
}

/** Cancels the wait for the plug. Returns the id of the charge if it has begun in the meantime. */
async function cancelWaiting(context: ChargingContext, driver: Driver, place: ConnectorKey) {
  const { db, now } = context;
  const isOwn = and(eq(startAttempts.userId, driver.id), isAt(startAttempts, place));
  if ((await endAttempts(db, isOwn, 'failed', 'Cancelled')).length > 0) return undefined;
  const [last] = await db
    .select({
      status: startAttempts.status,
      createdAt: startAttempts.createdAt,
      transactionId: transactions.id,
      connectorId: transactions.connectorId,
    })
    .from(startAttempts)
    .leftJoin(transactions, eq(transactions.attemptId, startAttempts.id))
    .where(isOwn)
    .orderBy(desc(startAttempts.id))
    .limit(1);
  if (last?.status !== 'started' || last.transactionId === null) return undefined;
  // After the wait, the app ends it before another try here: the charge at another cable goes on.
  const isOver = last.createdAt <= addMs(now(), -CANCEL_MS);
  if (last.connectorId === place.connectorId || !isOver) await markCancelled(context, last.transactionId);
  return last.transactionId;
}

/** The app offered to cancel at no cost: without energy the charge isn't billed (`end-charge.ts`). */
async function markCancelled({ db, now }: ChargingContext, id: number) {
  const { startedAt, stoppedAt, waitCancelledAt } = transactions;
  const hasJustBegun = gt(startedAt, addMs(now(), -CANCEL_MS));
  await db
    .update(transactions)
    .set({ waitCancelledAt: now() })
    .where(and(eq(transactions.id, id), isNull(stoppedAt), isNull(waitCancelledAt), hasJustBegun));
}

async function sendStop(
  context: ChargingContext,
  sendCall: SendCall,
  row: TransactionRow,
): Promise<RemoteResponse> {
  const { db } = context;
  const isThisCharge = eq(transactions.id, row.id);
  const acceptedAgoMs = msSinceAccepted(context, row);
  if (acceptedAgoMs !== undefined && acceptedAgoMs < SAME_TAP_MS) return ACCEPTED;
  // Without a reply the charge stays marked, and the request is repeated.
  const reply = await requestStop(context, sendCall, row);
  if (reply?.status === 'Accepted') return ACCEPTED;
  const [after] = await db.select().from(transactions).where(isThisCharge);
  if (after?.stoppedAt) return ACCEPTED;
  if (!reply) return TIMED_OUT;
  if (acceptedAgoMs !== undefined) {
    // The charge point is already stopping and refuses a second request.
    await db.update(transactions).set({ stopRetryAt: row.stopRetryAt }).where(isThisCharge);
    return ACCEPTED;
  }
  // Only the driver's own request is withdrawn. A charge that wasn't accepted ends.
  const { stopRequestedBy, stopWantedAt, waitCancelledAt } = row;
  const isOfDriver = stopRequestedBy === 'driver' || stopRequestedBy === 'credit';
  const isOwn = stopWantedAt === null || (isOfDriver && !waitCancelledAt);
  const before = isOwn
    ? { stopWantedAt: null, stopRequestedBy: null, waitCancelledAt: null }
    : { stopRequestedBy };
  await db.update(transactions).set(before).where(isThisCharge);
  // Marks a charge that lacks credit again.
  if (isOwn) await coverCost(context, row, null, context.now());
  return rejected('');
}
