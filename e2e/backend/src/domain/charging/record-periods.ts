/** Stores the periods of the charges that a status or a lost connection affects. */

import type { ConnectorStatus } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, isNull, lte, type SQL, sql } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { type TransactionRow, transactions } from '../../platform/database/schema.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../platform/time.ts';
import type { StatusNotification } from '../charge-points/charge-messages.ts';
import { latestTime, toServerTime } from './charge-clock.ts';
import {
  type Periods,
  SUSPENDED,
  withExclusion,
  withoutFreeTime,
  withoutOverdue,
  withStatus,
} from './charge-periods.ts';
import type { ChargingContext } from './context.ts';
import { readLimits } from './meter-reader.ts';

type Context = Pick<ChargingContext, 'db' | 'bus' | 'now'>;

/** How long overstay isn't billed after the charge point failed to unlock on a driver's request. */
const UNLOCK_FAILURE_MS = 15 * MINUTE_MS;
/** Longest such time of a charge: a driver could request it for ever, although the car is the cause. */
const MAX_UNLOCK_FAILURE_MS = HOUR_MS;

/** How long before the start a pause may be reported that belongs to the charge. */
const EARLY_MS = MINUTE_MS;

interface Beginning {
  startedAt: Date;
  onlineSince: Date | null;
  isLive: boolean;
  status: ConnectorStatus | null;
  errorCode: string | null;
}

/**
 * Returns the periods of a charge that begins. They begin with the connector's pause if the start is
 * live: it may have been reported before. The time until the current connection was offline, as
 * after a start by card.
 */
export function firstPeriods(
  connectorId: number,
  { startedAt, onlineSince, isLive, status, errorCode }: Beginning,
): Periods {
  const wasOffline = onlineSince && startedAt < onlineSince;
  const periods: Periods = {
    suspendedAt: null,
    suspensions: [],
    exclusions: wasOffline
      ? [{ cause: 'offline', from: startedAt.getTime(), to: onlineSince.getTime() }]
      : [],
  };
  if (!isLive || !status || !SUSPENDED.has(status)) return periods;
  return withStatus(periods, { connectorId, status, errorCode: errorCode ?? 'NoError' }, startedAt);
}

/**
 * Records a status with its connector's open charge, or with all open charges for connector 0. Returns whether
 * that changed their periods.
 */
export async function recordStatus(
  context: Context,
  chargePointId: string,
  { connectorId, status, errorCode, timestamp }: StatusNotification,
  previousError?: string | null,
): Promise<boolean> {
  if (status === undefined) return false;
  const isConnector = connectorId === 0 ? undefined : isAt(transactions, { chargePointId, connectorId });
  const changed = await changePeriods(
    context,
    // A status of the previous charge may arrive after the current charge has begun. A pause is the
    // current charge's, though.
    and(
      eq(transactions.chargePointId, chargePointId),
      isConnector,
      timestamp &&
        lte(
          transactions.chargePointStartedAt,
          SUSPENDED.has(status) ? addMs(timestamp, EARLY_MS) : timestamp,
        ),
    ),
    async (row, tx) => {
      const now = context.now();
      const latest = async () => latestTime(row, await readLimits(tx, row), now);
      const at = timestamp ? toServerTime(row, timestamp, await latest(), now) : now;
      return withStatus(row, { connectorId, status, errorCode, previousError }, at);
    },
  );
  // A connector's own status is published by the caller.
  if (connectorId === 0) await publish(context, changed);
  return changed.length > 0;
}

/** Records that a charge point went offline or came back. */
export function recordPresence(context: Context, chargePointId: string, offline: boolean, at: Date) {
  return changePeriods(context, eq(transactions.chargePointId, chargePointId), (row) =>
    withExclusion(row, { cause: 'offline' }, offline, at),
  );
}

/**
 * Records that a charge waits for its part of the site's power, which isn't the car's idle time.
 * @param since when the pause began; absent at its end
 */
export function recordPowerPause(context: Context, id: number, since: Date | undefined) {
  return changePeriods(context, eq(transactions.id, id), (row) =>
    withExclusion(row, { cause: 'power' }, since !== undefined, since ?? context.now()),
  );
}

/**
 * Records that a charge delivered energy although its connector is reported free, as some are after a reconnect.
 * @param sampledAt time of the reading before: its energy may be of the time before that report
 */
export function recordDelivery(context: Context, id: number, sampledAt: Date) {
  return changePeriods(context, eq(transactions.id, id), (row) => withoutFreeTime(row, sampledAt));
}

/** Records that the charge point accepted a stop that was requested at `at`. It may not carry it out. */
export async function recordAcceptedStop(context: Context, id: number, at: Date): Promise<void> {
  const changed = await changePeriods(context, eq(transactions.id, id), (row) =>
    withExclusion(row, { cause: 'stop' }, true, at),
  );
  await publish(context, changed);
}

/**
 * Records the reply to an unlock request, also of an ended charge: its bill may be corrected. A driver
 * who is still there after a failure tries again; a car that stays is billed again after a while.
 */
export async function recordUnlock(context: Context, id: number, failed: boolean): Promise<void> {
  const changed = await changePeriods(
    context,
    eq(transactions.id, id),
    (row) => {
      const now = context.now();
      const leftMs = MAX_UNLOCK_FAILURE_MS - unlockFailureMs(row, now);
      if (failed && leftMs <= 0) return row;
      const until = now.getTime() + Math.min(UNLOCK_FAILURE_MS, leftMs);
      return withExclusion(row, { cause: 'unlock', until }, failed, now);
    },
    true,
  );
  await publish(context, changed);
}

/**
 * Returns for how long a charge's overstay hasn't been billed because of failed unlock requests. A
 * lock failure that the charge point reports has no `until`.
 */
function unlockFailureMs(row: TransactionRow, now: Date): number {
  const { exclusions } = withoutOverdue(row, now);
  const failures = exclusions.filter(({ cause, until }) => cause === 'unlock' && until !== undefined);
  return failures.reduce((sum, { from, to }) => sum + (to ?? now.getTime()) - from, 0);
}

/** Ends expired exclusions of running charges. */
export async function endOverdueExclusions(context: Context): Promise<void> {
  const mayBeOverdue = sql`${transactions.exclusions} @> '[{"cause": "unlock", "to": null}]'::jsonb`;
  const changed = await changePeriods(context, mayBeOverdue, (row) => withoutOverdue(row, context.now()));
  await publish(context, changed);
}

/** Changes the periods of matching charges, by default open ones. Returns the changed charges. */
async function changePeriods(
  { db }: Context,
  condition: SQL | undefined,
  periodsOf: (row: TransactionRow, tx: Db) => Periods | Promise<Periods>,
  withEnded = false,
): Promise<TransactionRow[]> {
  return db.transaction(async (tx) => {
    const changed: TransactionRow[] = [];
    const open = await tx
      .select()
      .from(transactions)
      .where(and(condition, withEnded ? undefined : isNull(transactions.stoppedAt)))
      .orderBy(transactions.id)
      .for('update');
    for (const row of open) {
      const { suspendedAt, suspensions, exclusions } = await periodsOf(row, tx);
      if (suspendedAt === row.suspendedAt && suspensions === row.suspensions && exclusions === row.exclusions)
        continue;
      await tx
        .update(transactions)
        .set({ suspendedAt, suspensions, exclusions })
        .where(eq(transactions.id, row.id));
      changed.push(row);
    }
    return changed;
  });
}

async function publish({ bus }: Context, rows: readonly TransactionRow[]): Promise<void> {
  for (const { chargePointId, connectorId } of rows)
    await bus.publish({ kind: 'connector', chargePointId, connectorId });
}
