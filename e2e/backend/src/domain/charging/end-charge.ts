/**
 * Handles StopTransaction: ends and bills a charge once, with the charge point's meter and times as
 * far as they are plausible by the server's clock.
 */

import { type Bill, priceCharge, type Usage } from '@shared/charging';
import { LATE_FAULT_MS, type StopReason, stopReasonOf } from '@shared/charging/stop-reason';
import type { Db } from '../../platform/database/database.ts';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
} from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import {
  connectors,
  PRESUMED,
  type TransactionRow,
  transactions,
  unknownStops,
} from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import type { StopTransaction } from '../charge-points/charge-messages.ts';
import type { Sample } from '../charge-points/samples.ts';
import { returnCoupon } from '../money/coupons/use-coupon.ts';
import { correctSettlement, settle } from '../money/wallet/ledger.ts';
import { recordChargeOrder, rewriteChargeOrder } from '../money/wallet/orders.ts';
import { isTag } from '../tags/id-tag.ts';
import { IMPLAUSIBLE_METER, isOfStartRegister, UNPAID_ENERGY } from './assess-reading.ts';
import { inZoneOfStart, lastContact, latestTime, provenTime, toServerTime } from './charge-clock.ts';
import { usageUntil } from './charge-periods.ts';
import type { ChargingContext } from './context.ts';
import {
  type ChargeLimits,
  markLateEnergy,
  meterReader,
  readEnergyLimit,
  readLimits,
} from './meter-reader.ts';
import { storeSamples } from './meter-values/store-samples.ts';
import { storeSigned } from './meter-values/store-signed.ts';

/** Review reason of a charge that may have ended later than what is billed. */
export const UNCERTAIN_END = 'UNCERTAIN_END';

interface ChargeEnd {
  /** The register to bill. */
  meterStopWh: number;
  /** By the server's clock. */
  at: Date;
  /** As sent by the charge point; missing if the server closed the charge. */
  chargePointStoppedAt?: Date;
  ocppStopReason: string;
  stopReason: StopReason | undefined;
  /** Why an operator should check the charge; null if there is no need. */
  reviewReason: string | null;
}

/** Ends the charge that a stop refers to. A stop without a charge is stored and confirmed. */
export async function endCharge(
  context: Pick<ChargingContext, 'db' | 'bus' | 'now' | 'log' | 'chargeEvents'>,
  chargePointId: string,
  message: StopTransaction,
): Promise<void> {
  const now = context.now();
  const ended = await context.db.transaction(async (tx) => {
    const row = await findCharge(tx, chargePointId, message, now);
    if (!row) {
      if (await storeUnknownStop(tx, chargePointId, message, now))
        context.log.warn({ chargePointId }, 'stop without a known charge stored');
      return undefined;
    }
    await storeSigned(tx, row, message.signed, now);
    if (row.stoppedAt && row.ocppStopReason !== PRESUMED) {
      await markLateEnergy(tx, row, message.meterStop);
      return undefined;
    }
    const { timestamp, undated, assumedZone, reason = 'Local' } = message;
    const stopReason = await readStopReason(tx, row, message);
    const limits = await readLimits(tx, row);
    const latest = latestTime(row, limits, now);
    const next = row.stoppedAt ? await findNext(tx, row) : undefined;
    const samples = (message.samples ?? []).map((sample) => ({ ...sample, at: inZoneOfStart(row, sample) }));
    const inServerTime = samples
      .map((sample) => ({ ...sample, at: toServerTime(row, sample.at, latest, now) }))
      .filter(({ at }) => !next || at < next.startedAt);
    const assessed = await assessStop(tx, row, limits, withoutNext(message, row, next), inServerTime, now);
    await storeSamples(tx, row, inServerTime, now);
    const reported = { at: inZoneOfStart(row, { at: timestamp, assumedZone }), undated };
    const { at: proven, mayHaveRunLonger } = provenTime(row, reported, latest, now);
    const isInNext = next !== undefined && proven > next.startedAt;
    const reviewReason = assessed.reviewReason ?? (mayHaveRunLonger || isInNext ? UNCERTAIN_END : null);
    const end = {
      ...assessed,
      at: isInNext ? next.startedAt : proven,
      reviewReason,
      chargePointStoppedAt: timestamp,
      ocppStopReason: reason,
      stopReason,
    };
    await close(context, tx, row, end);
    // The end of a charge that the server had closed is already published: only its bill changes.
    return { ...row, hasJustEnded: row.stoppedAt === null, ignoresMeter: assessed.beyondLimit };
  });
  if (ended?.ignoresMeter)
    context.log.warn({ chargePointId, transactionId: ended.id }, 'implausible meterStop not billed');
  if (!ended?.hasJustEnded) return;
  context.log.info({ chargePointId, transactionId: ended.id }, 'charge ended');
  await publishEnd(context, ended);
}

/** Returns the charge that began after this one on its connector. */
async function findNext(tx: Db, row: TransactionRow): Promise<TransactionRow | undefined> {
  const [next] = await tx
    .select()
    .from(transactions)
    .where(and(isAt(transactions, row), gt(transactions.startedAt, row.startedAt)))
    .orderBy(asc(transactions.startedAt))
    .limit(1);
  return next;
}

/**
 * Returns a stop without the energy of the next charge: some charge points stop a charge that they forgot
 * with the register of today.
 */
function withoutNext(message: StopTransaction, row: TransactionRow, next: TransactionRow | undefined) {
  const { meterStop } = message;
  const isOfNext = next && meterStop !== undefined && meterStop > next.meterStartWh;
  if (!isOfNext || !isOfStartRegister(row, { wh: next.meterStartWh })) return message;
  return { ...message, meterStop: next.meterStartWh };
}

/** Notifies the driver, and everyone who sees the connector, that a charge has ended. */
export async function publishEnd({ bus }: Pick<ChargingContext, 'bus'>, ended: TransactionRow) {
  const { id, userId, chargePointId, connectorId } = ended;
  if (userId !== null) await bus.publish({ kind: 'transactionStopped', transactionId: id });
  await bus.publish({ kind: 'connector', chargePointId, connectorId });
}

/** Ends a charge without a stop message, at its last reported meter value or connection. */
export async function closeWithoutStop(
  context: Pick<ChargingContext, 'now' | 'chargeEvents'>,
  tx: Db,
  row: TransactionRow,
): Promise<void> {
  const reviewReason = row.reviewReason ?? UNCERTAIN_END;
  const meterStopWh = row.meterLastWh ?? row.meterStartWh;
  const at = lastContact(row);
  const end = { meterStopWh, at, ocppStopReason: PRESUMED, stopReason: 'connection', reviewReason } as const;
  await close(context, tx, row, end);
}

/**
 * Returns the register to bill: `meterStop`, unless it is missing, beyond what the connector can
 * have delivered, or below an earlier reading, as after a reset. In those cases it is the highest
 * plausible reading.
 * @param samples the stop's own, by the server's clock: some charge points send 0 as `meterStop`,
 * and the real register as a Transaction.End sample
 */
async function assessStop(
  tx: Db,
  row: TransactionRow,
  limits: ChargeLimits,
  { meterStop }: StopTransaction,
  samples: Sample[],
  now: Date,
) {
  const register = { wh: isOfStartRegister(row, { wh: meterStop }) ? meterStop : undefined };
  const read = await meterReader(tx, row, limits, [...samples, register], now);
  let { meterLastWh } = row;
  let isFaulty = false;
  for (const sample of samples) {
    const assessed = read({ meterLastWh }, sample);
    meterLastWh = assessed.meterLastWh;
    isFaulty ||= assessed.faulty;
  }
  const stop = read({ meterLastWh }, { ...register, at: now, unitMissing: false });
  // The presumed end that this stop corrects is no reason any more.
  const earlierReason = row.reviewReason === UNCERTAIN_END ? null : row.reviewReason;
  // Without any register, the charge's energy is unknown.
  isFaulty ||= stop.beyondLimit || stop.meterLastWh === null;
  return {
    meterStopWh: stop.meterLastWh ?? row.meterStartWh,
    beyondLimit: stop.beyondLimit,
    reviewReason: isFaulty ? IMPLAUSIBLE_METER : earlierReason,
  };
}

/** Returns why the charge ended, or undefined if that isn't known. */
async function readStopReason(tx: Db, row: TransactionRow, { reason }: StopTransaction) {
  const [connector] = await tx
    .select({ status: connectors.status })
    .from(connectors)
    .where(isAt(connectors, row));
  return stopReasonOf({
    ocppReason: reason,
    requestedBy: row.stopRequestedBy ?? undefined,
    faulted: connector?.status === 'Faulted',
    soc: row.soc,
  });
}

async function findCharge(tx: Db, chargePointId: string, message: StopTransaction, now: Date) {
  const { transactionId, idTag, meterStop, timestamp } = message;
  const here = eq(transactions.chargePointId, chargePointId);
  if (transactionId > 0) {
    const [row] = await tx
      .select()
      .from(transactions)
      .where(and(here, eq(transactions.id, transactionId)))
      .for('update');
    return row;
  }
  // The charge point lost the id: recognize a repeated stop by its figures, a new one by its tag.
  const hasTag = and(here, idTag === undefined ? undefined : isTag(transactions.idTag, idTag));
  const hasSameMeterStop = meterStop === undefined ? undefined : eq(transactions.meterStopWh, meterStop);
  const [stopped] = await tx
    .select()
    .from(transactions)
    .where(
      and(
        hasTag,
        // An implausible `meterStop` isn't stored, so it can't be compared. Without a tag, a stop
        // at the same time could belong to another connector, as after a power cut.
        idTag === undefined ? hasSameMeterStop : or(hasSameMeterStop, isNotNull(transactions.reviewReason)),
        eq(transactions.chargePointStoppedAt, timestamp),
      ),
    );
  if (stopped) return stopped;
  const hasBegunBelow = meterStop === undefined ? undefined : lte(transactions.meterStartWh, meterStop);
  const open = await tx
    .select()
    .from(transactions)
    .where(and(hasTag, isNull(transactions.stoppedAt), hasBegunBelow))
    .orderBy(desc(transactions.id))
    .for('update');
  // An attempt's tag is unique.
  const isOfAttempt = idTag !== undefined && open.some(({ attemptId }) => attemptId !== null);
  if (isOfAttempt) return open[0];
  // A card may have begun several charges, and the start of another one may have been lost. An
  // implausible stop ends its only charge, which is then reviewed.
  const isOnly = idTag !== undefined && open.length === 1;
  const fitting: TransactionRow[] = [];
  for (const row of open)
    if (canEnd(row, message) && (isOnly || (await isWithinLimit(tx, row, message, now)))) fitting.push(row);
  const [first, ...others] = fitting;
  if (!first || others.length > 0) return undefined;
  return idTag !== undefined || (await isOnlyPossible(tx, first, message)) ? first : undefined;
}

/** Returns whether an open charge can have ended with the stop, by its time and register. */
function canEnd(row: TransactionRow, { meterStop, timestamp, undated }: StopTransaction): boolean {
  if (!undated && timestamp < addMs(row.chargePointStartedAt, -MINUTE_MS)) return false;
  return meterStop === undefined || meterStop >= (row.meterLastWh ?? row.meterStartWh);
}

/** Returns whether the charge can have taken the stop's energy by now. */
async function isWithinLimit(tx: Db, row: TransactionRow, { meterStop }: StopTransaction, now: Date) {
  return meterStop === undefined || meterStop - row.meterStartWh <= (await readEnergyLimit(tx, row, now));
}

/**
 * Returns whether only this charge can have ended with a stop without id and tag. If its cable was
 * unplugged, or at another connector, the stop may end a charge with a lost start, but not at a
 * connector with a register that has passed `meterStop`.
 */
async function isOnlyPossible(
  tx: Db,
  { id, chargePointId, connectorId }: TransactionRow,
  { meterStop }: StopTransaction,
): Promise<boolean> {
  const [own] = await tx
    .select({ cableOf: connectors.cableOf })
    .from(connectors)
    .where(isAt(connectors, { chargePointId, connectorId }));
  if (own?.cableOf !== id) return false;
  const { meterStopWh, ...last } = transactions;
  const register = sql`coalesce(${meterStopWh}, ${last.meterLastWh}, ${last.meterStartWh})`;
  const passed = tx
    .select({ one: sql`1` })
    .from(transactions)
    .where(
      and(isAt(transactions, connectors), meterStop === undefined ? sql`false` : gt(register, meterStop)),
    );
  const [other] = await tx
    .select({ connectorId: connectors.connectorId })
    .from(connectors)
    .where(
      and(
        eq(connectors.chargePointId, chargePointId),
        ne(connectors.connectorId, connectorId),
        isNull(connectors.retiredAt),
        notExists(passed),
      ),
    )
    .limit(1);
  return !other;
}

/** Stores a stop for the operator. Returns false if it is already stored. */
async function storeUnknownStop(
  tx: Db,
  chargePointId: string,
  message: StopTransaction,
  receivedAt: Date,
): Promise<boolean> {
  const stored = await tx
    .insert(unknownStops)
    .values({
      chargePointId,
      transactionId: message.transactionId,
      idTag: message.idTag,
      meterStopWh: message.meterStop ?? 0,
      stoppedAt: message.timestamp,
      reason: message.reason,
      receivedAt,
    })
    .onConflictDoNothing()
    .returning({ id: unknownStops.id });
  return stored.length > 0;
}

/** Some charge points end a charge because of a fault before they report the fault: corrects reason and bill. */
export async function explainByFault(
  context: Pick<ChargingContext, 'db' | 'now' | 'chargeEvents'>,
  here: ConnectorKey,
): Promise<void> {
  const { ocppStopReason, stopReason, stoppedAt } = transactions;
  const hasJustStopped = gt(stoppedAt, addMs(context.now(), -LATE_FAULT_MS));
  await context.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(transactions)
      .where(and(isAt(transactions, here), eq(ocppStopReason, 'Other'), isNull(stopReason), hasJustStopped))
      .orderBy(desc(stoppedAt))
      .limit(1)
      .for('update');
    if (!row?.stoppedAt) return;
    const { stoppedAt: at, meterStopWh, reviewReason } = row;
    await close(context, tx, row, {
      at,
      meterStopWh: meterStopWh ?? row.meterStartWh,
      ocppStopReason: 'Other',
      stopReason: 'fault',
      reviewReason,
    });
  });
}

async function close(
  { chargeEvents, now }: Pick<ChargingContext, 'now' | 'chargeEvents'>,
  tx: Db,
  row: TransactionRow,
  end: ChargeEnd,
): Promise<void> {
  const { meterStopWh, at, chargePointStoppedAt, ocppStopReason, stopReason, reviewReason } = end;
  const stoppedAt = new Date(Math.max(at.getTime(), row.startedAt.getTime()));
  const usage = usageUntil(row, meterStopWh - row.meterStartWh, stoppedAt);
  const isEmpty = usage.energyWh <= 0;
  // Nobody expected the charge when it began, or its driver cancelled the wait just then.
  const isCancelled = isEmpty && row.waitCancelledAt !== null;
  const hasFailed =
    stopReason === 'fault' || stopReason === 'power' || row.exclusions.some(({ cause }) => cause === 'fault');
  const isFree = isCancelled || (isEmpty && hasFailed);
  // At the price of the start; without one it isn't billed.
  const bill = row.price ? (isFree ? { lines: [], total: 0 } : priceCharge(row.price, usage)) : undefined;
  if (!row.stoppedAt) {
    await chargeEvents.ended(tx, row, { now: now(), reason: stopReason, isCancelled });
    await resetConnector(tx, row, meterStopWh);
  }
  const usesCoupon = bill?.lines.some(({ kind }) => kind === 'coupon');
  if (row.attemptId !== null && ocppStopReason !== PRESUMED && !usesCoupon)
    await returnCoupon(tx, row.attemptId);
  if (bill && row.holdId !== null) {
    const cause = row.ocppStopReason === PRESUMED ? 'anew' : 'fault';
    if (row.stoppedAt) await correctSettlement(tx, row.holdId, bill.total, cause);
    else await settle(tx, row.holdId, bill.total);
  }
  await tx
    .update(transactions)
    .set({
      stoppedAt,
      chargePointStoppedAt,
      meterStopWh,
      ocppStopReason,
      // Null replaces the reason that a presumed end had.
      stopReason: stopReason ?? null,
      reviewReason: reviewReason ?? (isUnpaid(row, usage) ? UNPAID_ENERGY : null),
      overstaySeconds: usage.overstaySeconds,
      bill: bill?.lines,
      billCents: bill?.total,
      orderId: bill && (await writeOrder(tx, row, bill, stoppedAt)),
    })
    .where(eq(transactions.id, row.id));
}

/** Sets a power of 0 and the final meter reading on a connector that reports its power. */
async function resetConnector(tx: Db, row: TransactionRow, meterWh: number): Promise<void> {
  await tx
    .update(connectors)
    .set({ powerW: 0, meterWh })
    .where(and(isAt(connectors, row), isNotNull(connectors.powerW)));
}

/** Returns whether energy was delivered without a payer, except to cards that charge for free. */
const isUnpaid = ({ price, userId, stopWantedAt }: TransactionRow, { energyWh }: Usage) =>
  price === null && energyWh > 0 && (userId !== null || stopWantedAt !== null);

/** Records the charge's order, or rewrites an earlier one. Returns the order's id. */
async function writeOrder(tx: Db, { userId, orderId }: TransactionRow, bill: Bill, at: Date) {
  if (userId === null) return undefined;
  if (orderId === null) return recordChargeOrder(tx, userId, bill, at);
  await rewriteChargeOrder(tx, orderId, bill, at);
  return orderId;
}
