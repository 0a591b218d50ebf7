/**
 * Handles StartTransaction. A charge that has begun can't be prevented: one that isn't authorized is
 * stored and stopped. Its energy is billed to the owner of the attempt or card that began it, and
 * without energy it costs nothing. Without a payer, an operator has to check its energy
 * (`end-charge.ts`).
 */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, exists, isNull, lte, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { type ConnectorKey, isAt, one } from '../../platform/database/rows.ts';
import {
  chargePoints,
  connectors,
  startAttempts,
  type TransactionRow,
  transactions,
} from '../../platform/database/schema.ts';
import { addLogFields } from '../../platform/logs/log-fields.ts';
import { addMs } from '../../platform/time.ts';
import type { Authorization } from '../charge-points/charge-handlers.ts';
import type { StartTransaction } from '../charge-points/charge-messages.ts';
import { reportsEnergy } from '../charge-points/configure.ts';
import { findTag, groupOf, isAttemptTag } from '../tags/id-tag.ts';
import { failAttempts } from './attempts.ts';
import {
  isRepeated,
  type Terms,
  termsOfAttempt,
  termsOfCard,
  unlessKept,
  withCoupon,
  withCredit,
} from './charge-terms.ts';
import type { ChargingContext } from './context.ts';
import { findSame, lockStarts } from './earlier-start.ts';
import { closeWithoutStop } from './end-charge.ts';
import { readEnergyLimit } from './meter-reader.ts';
import { firstPeriods } from './record-periods.ts';
import { reportCopy } from './report-copy.ts';
import { beginOf, isLive, startOf } from './start-time.ts';

type Context = Pick<
  ChargingContext,
  'db' | 'bus' | 'now' | 'options' | 'log' | 'chargeEvents' | 'tagGroupKey'
>;

const given = sql.placeholder;

const attemptStatement = prepareOnce((db) =>
  db
    .select()
    .from(startAttempts)
    .where(isAttemptTag(given('idTag')))
    .for('update')
    .prepare('attempt_of_tag'),
);

/** Stores a start once, however often it is repeated. Returns what to confirm. */
export async function beginCharge(
  context: Context,
  chargePointId: string,
  message: StartTransaction,
): Promise<Authorization & { transactionId: number }> {
  const { connectorId, idTag, meterStart, timestamp, isElsewhere } = message;
  const here = { chargePointId, connectorId };
  const now = context.now();
  const begun = await context.db.transaction(async (tx) => {
    await lockStarts(tx, chargePointId);
    const existing = await findSame(tx, chargePointId, message, now);
    if (existing)
      return {
        transactionId: existing.id,
        terms: undefined,
        confirmed: {
          verdict: verdictOf(existing),
          userId: existing.userId,
          validUntil: (await findTag(tx, idTag, now))?.validUntil ?? undefined,
        },
      };

    const [attempt] = await attemptStatement(tx).execute({ idTag });
    const { onlineSince, configuration, hold, hasOpen, ...state } = await readPlace(tx, here);
    const startedAt = startOf(message, attempt?.createdAt, onlineSince, now);
    const isPresent = isLive(startedAt, now);
    const found = attempt
      ? await termsOfAttempt(
          tx,
          attempt,
          { ...here, isElsewhere },
          beginOf(startedAt, attempt, onlineSince, now),
          now,
        )
      : unlessKept(
          await termsOfCard(context, tx, chargePointId, message, startedAt, onlineSince),
          isPresent ? hold : null,
        );
    // Before coupon and wallet are locked: an end of a charge locks the charge before the wallet, a
    // start the connector before the coupon. Closing also releases the credit that the earlier
    // charge reserved. A second start of the same attempt isn't known to be another charge.
    if (hasOpen && !isRepeated(found)) await closeEarlier(context, tx, here, message);
    const terms = await withCredit(tx, await withCoupon(tx, found), now);
    const refusedAt = terms.verdict === 'Accepted' ? null : now;
    const { id: transactionId } = one(
      await tx
        .insert(transactions)
        .values({
          ...here,
          stationTransactionId: message.stationTransactionId,
          idTag,
          meterStartWh: meterStart,
          startedAt,
          ...firstPeriods(connectorId, { ...state, startedAt, onlineSince, isLive: isPresent }),
          chargePointStartedAt: timestamp,
          unzonedUtc: message.assumedZone === 'UTC',
          userId: terms.userId,
          vehicleId: terms.vehicleId,
          attemptId: terms.attemptId,
          holdId: terms.holdId,
          price: terms.price,
          stopWantedAt: refusedAt,
          stopRequestedBy:
            terms.verdict === 'Blocked' && terms.price && !terms.errorCode ? 'credit' : terms.stopRequestedBy,
          waitCancelledAt: terms.price ? refusedAt : null,
        })
        .returning({ id: transactions.id }),
    );
    if (!attempt) await announceTag(context, tx, transactionId, terms);
    return { transactionId, terms, confirmed: terms, hasEnergy: reportsEnergy(configuration), isPresent };
  });
  addLogFields({ transactionId: begun.transactionId });
  if (begun.terms) {
    const { verdict, attemptId } = begun.terms;
    context.log.info({ ...here, transactionId: begun.transactionId, verdict, attemptId }, 'charge began');
    // After the commit, to avoid deadlocks: a start from the app locks the connector, and a valet's
    // start its row of the queue, before the wallet; this transaction locks the wallet first.
    if (attemptId !== undefined) await context.chargeEvents.begun(context.db, attemptId);
    // `updatedAt`: a replayed charge isn't abandoned yet, although its connector has long been free.
    const hasCable = !isRepeated(begun.terms);
    const changes = { updatedAt: now, ...(hasCable && { cableOf: begun.transactionId }) };
    await context.db.update(connectors).set(changes).where(isAt(connectors, here));
    // The start of another driver fails. That of this driver, who used a card or car instead, expires.
    if (attemptId === undefined && verdict === 'Accepted' && begun.isPresent)
      await failAttempts(context, here, 'ConcurrentTx', begun.terms.userId);
    // Its cost is known only at the stop, so it may exceed the credit.
    if (begun.terms.userId !== undefined && verdict === 'Accepted' && !begun.hasEnergy)
      context.log.info(
        { chargePointId, transactionId: begun.transactionId },
        'no energy samples: the credit check relies on time alone',
      );
    await publishOutcome(context, here, begun.transactionId, begun.terms);
  }
  const { userId, verdict, validUntil } = begun.confirmed;
  return {
    transactionId: begun.transactionId,
    verdict,
    validUntil,
    groupId: userId ? groupOf(context, userId) : undefined,
  };
}

/** Notifies a driver that their card or car has begun a charge, or that the car's identifier was copied. */
async function announceTag(context: Context, tx: Db, transactionId: number, terms: Terms): Promise<void> {
  const { verdict, userId, copied } = terms;
  const { chargeEvents, now } = context;
  if (userId !== undefined && verdict === 'Accepted')
    await chargeEvents.tagUsed(tx, 'startedByTag', { transactionId, userId }, now());
  if (copied) await reportCopy(context, tx, copied);
}

/** See `ChargeHandlers`. A charge that isn't open any more keeps its start. */
export async function amendStart(
  { db, now }: Pick<Context, 'db' | 'now'>,
  row: TransactionRow,
  { meterStart = row.meterStartWh, timestamp }: { meterStart: number | undefined; timestamp: Date },
): Promise<void> {
  const { id, attemptId, chargePointStartedAt, startedAt, meterStartWh, meterLastWh } = row;
  const isOpen = and(eq(transactions.id, id), isNull(transactions.stoppedAt));
  // A much lower register is of a meter that has restarted: what was counted isn't the charge's energy.
  const addedWh = meterStart < meterStartWh ? (meterLastWh ?? meterStartWh) - meterStart : 0;
  const isOfMeter = addedWh === 0 || addedWh <= (await readEnergyLimit(db, row, now()));
  if (meterStart !== meterStartWh && isOfMeter) {
    const isLower = meterLastWh !== null && meterLastWh < meterStart;
    await db
      .update(transactions)
      .set({ meterStartWh: meterStart, ...(isLower && { meterLastWh: null }) })
      .where(isOpen);
  }
  const earlierMs = chargePointStartedAt.getTime() - timestamp.getTime();
  if (earlierMs <= 0) return;
  const [attempt] = await db
    .select({ createdAt: startAttempts.createdAt })
    .from(startAttempts)
    .where(eq(startAttempts.id, attemptId ?? 0));
  const amended = addMs(startedAt, -earlierMs);
  if (attempt && amended < attempt.createdAt) return;
  const { onlineSince } = await readPlace(db, row);
  if (startOf({ timestamp }, attempt?.createdAt, onlineSince, now()) > timestamp) return;
  await db.update(transactions).set({ startedAt: amended, chargePointStartedAt: timestamp }).where(isOpen);
}

/** A charge that has to be stopped wasn't accepted if it has no price, or is free without energy. */
const verdictOf = ({ price, stopWantedAt, waitCancelledAt }: TransactionRow): 'Accepted' | 'Invalid' =>
  stopWantedAt !== null && (price === null || waitCancelledAt !== null) ? 'Invalid' : 'Accepted';

/**
 * Returns what is known of a charge point and its connector before a charge begins there, and whether an
 * earlier one is open.
 */
const readPlace = async (tx: Db, { chargePointId, connectorId }: ConnectorKey) =>
  one(await placeStatement(tx).execute({ chargePointId, connectorId }));
const placeStatement = prepareOnce((db) => {
  const { onlineSince, configuration } = chargePoints;
  const { status, errorCode, hold } = connectors;
  const open = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(and(isAt(transactions, connectors), isNull(transactions.stoppedAt)));
  return db
    .select({ onlineSince, configuration, status, errorCode, hold, hasOpen: sql<boolean>`${exists(open)}` })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(isAt(connectors, { chargePointId: given('chargePointId'), connectorId: given('connectorId') }))
    .prepare('place_of_charge');
});

/**
 * Closes earlier charges of the connector: they have ended, but their stop hasn't arrived. A
 * transaction with late events (OCPP 2.0.1) may be older than an open charge, which then goes on.
 */
async function closeEarlier(
  context: Context,
  tx: Db,
  here: ConnectorKey,
  { stationTransactionId, timestamp }: StartTransaction,
): Promise<void> {
  const isEarlier =
    stationTransactionId === undefined ? undefined : lte(transactions.chargePointStartedAt, timestamp);
  const earlier = await tx
    .select()
    .from(transactions)
    .where(and(isAt(transactions, here), isNull(transactions.stoppedAt), isEarlier))
    .for('update');
  for (const open of earlier) await closeWithoutStop(context, tx, open);
}

async function publishOutcome({ bus }: Context, here: ConnectorKey, transactionId: number, terms: Terms) {
  const { verdict, userId, errorCode = verdict } = terms;
  const notifiedId = userId ?? terms.notifiedId;
  // The app has already shown that an attempt has expired or was cancelled.
  if (notifiedId !== undefined && verdict !== 'Accepted' && verdict !== 'Expired')
    await bus.publish({ kind: 'startError', userId: notifiedId, ...here, errorCode });
  if (userId !== undefined) await bus.publish({ kind: 'transactionStarted', transactionId });
  await bus.publish({ kind: 'connector', ...here });
}
