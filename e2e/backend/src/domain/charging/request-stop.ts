/**
 * Sends RemoteStopTransaction requests. Some charge points send a second StopTransaction with a
 * `meterStop` of 0 when a request is repeated while they stop a charge, so repetitions are delayed.
 */

import { and, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL } from '../../platform/database/orm.ts';
import { type TransactionRow, transactions } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import type { StopTrigger } from '../charge-points/charge-handlers.ts';
import type { ChargingContext } from './context.ts';
import { coverCost } from './cover-cost.ts';
import { recordAcceptedStop } from './record-periods.ts';
import { STOP_TIMEOUT_MS } from './response-timeouts.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now'>;

const AFTER_ACCEPTED_MS = 2 * MINUTE_MS;
/** Delay after a refusal or a timeout. Longer than the timeout of a request. */
const AFTER_FAILURE_MS = 10_000;

/** Sends the stop requests that are due. */
export async function sendDueStops(
  context: Context,
  sendCall: SendCall,
  chargePointIds: string[],
  trigger: StopTrigger = 'routine',
): Promise<void> {
  if (chargePointIds.length === 0) return;
  const { stopRetryAt, stopWantedAt } = transactions;
  const isRetryDue = (by: Date) => or(isNull(stopRetryAt), lte(stopRetryAt, by));
  const isDue =
    typeof trigger === 'object'
      ? lt(stopWantedAt, trigger.connectedAt)
      : isRetryDue(trigger === 'booted' ? after(context, AFTER_FAILURE_MS) : context.now());
  const due = await claim(
    context,
    and(
      inArray(transactions.chargePointId, chargePointIds),
      isNull(transactions.stoppedAt),
      isNotNull(stopWantedAt),
      isDue,
    ),
  );
  await Promise.all(
    due.map(async (row) => (await isCovered(context, row, trigger)) || send(context, sendCall, row)),
  );
}

/**
 * Returns true if a stop for lack of credit must not be sent: no charge point has accepted it, and the
 * credit covers the cost again, as after a top-up. The stop is then withdrawn, except after a new
 * connection: the charge point may have carried it out, and the receipt needs the reason.
 */
async function isCovered(context: Context, row: TransactionRow, trigger: StopTrigger): Promise<boolean> {
  // With `waitCancelledAt`, the charge wasn't accepted at its start.
  if (row.stopRequestedBy !== 'credit' || row.waitCancelledAt || isAccepted(row)) return false;
  if (!(await coverCost(context, row, null, context.now()))) return false;
  if (trigger !== 'routine') return true;
  const { id, stopRequestedBy } = transactions;
  // A stop that the driver has requested meanwhile stays: `requestStop` sends it.
  await context.db
    .update(transactions)
    .set({ stopWantedAt: null, stopRequestedBy: null, stopRetryAt: null })
    .where(and(eq(id, row.id), eq(stopRequestedBy, 'credit')));
  return true;
}

/** Returns true if the charge point has accepted to stop the charge. */
const isAccepted = ({ exclusions }: TransactionRow) => exclusions.some(({ cause }) => cause === 'stop');

/**
 * Stores the driver's request to stop a charge and sends it immediately, whatever its delay. One
 * statement stores request and delay, so that no job sends the same request in between.
 */
export async function requestStop(context: Context, sendCall: SendCall, row: TransactionRow) {
  // Not 'credit' until that is accepted: a top-up doesn't withdraw the driver's request.
  const isKept = row.stopRequestedBy === 'operator' || isAccepted(row);
  const stopRequestedBy = (isKept && row.stopRequestedBy) || 'driver';
  await claim(context, eq(transactions.id, row.id), { stopWantedAt: context.now(), stopRequestedBy });
  return send(context, sendCall, row);
}

/** Sets the delay first, so that concurrent events don't repeat a request. Returns the charges. */
async function claim(context: Context, which: SQL | undefined, changes: Partial<TransactionRow> = {}) {
  const stopRetryAt = after(context, AFTER_FAILURE_MS);
  return context.db
    .update(transactions)
    .set({ stopRetryAt, ...changes })
    .where(which)
    .returning();
}

async function send(context: Context, sendCall: SendCall, { id, chargePointId }: TransactionRow) {
  const requestedAt = context.now();
  const { reply } = await sendCall(
    chargePointId,
    'RemoteStopTransaction',
    { transactionId: id },
    STOP_TIMEOUT_MS,
  );
  const isAccepted = reply?.status === 'Accepted';
  const waitMs = isAccepted ? AFTER_ACCEPTED_MS : AFTER_FAILURE_MS;
  await context.db
    .update(transactions)
    .set({ stopRetryAt: after(context, waitMs) })
    .where(eq(transactions.id, id));
  // After the delay is stored: a request that is repeated too soon may end the charge with a wrong meter value.
  if (isAccepted) await recordAcceptedStop(context, id, requestedAt);
  return reply;
}

/** Returns the ms since the last request was accepted; undefined if it wasn't, or after 110 s. */
export function msSinceAccepted({ now }: Pick<Context, 'now'>, { stopRetryAt }: TransactionRow) {
  const waitMs = stopRetryAt ? stopRetryAt.getTime() - now().getTime() : 0;
  return waitMs > AFTER_FAILURE_MS ? AFTER_ACCEPTED_MS - waitMs : undefined;
}

const after = ({ now }: Pick<Context, 'now'>, ms: number) => addMs(now(), ms);
