/**
 * Handles StartTransaction. A charge that has begun can't be prevented: one that isn't authorized is
 * stored and stopped. Its energy is billed to whoever's attempt or card began it, and without energy
 * it costs nothing. Without a payer, an operator has to check its energy (`end-charge.ts`).
 */

import { isFree } from '@shared/charging';
import type { StopReason } from '@shared/charging/stop-reason';
import type { PriceProfilePeriod } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, exists, gt, isNotNull, isNull, lt, lte, or, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { type ConnectorKey, isAt, ONE_ROW, one } from '../../platform/database/rows.ts';
import {
  type AttemptRow,
  type ConnectorHold,
  chargePoints,
  connectors,
  idTags,
  startAttempts,
  type TransactionRow,
  transactions,
} from '../../platform/database/schema.ts';
import { addLogFields } from '../../platform/logs/log-fields.ts';
import { addMs, DAY_MS, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { Authorization } from '../charge-points/charge-handlers.ts';
import { reportsEnergy } from '../charge-points/configure.ts';
import type { StartTransaction } from '../charge-points/messages.ts';
import { evseOf, readConnectors } from '../charge-points/ocpp201/evses.ts';
import { retakeCoupon } from '../money/coupons/use-coupon.ts';
import { openHold } from '../money/wallet/ledger.ts';
import { isNotDeleted } from '../people/auth/deleted.ts';
import { isKeptFrom } from '../sites/hold.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { acceptsUnknown, findTag, groupOf, isAttemptTag, isTag } from '../tags/id-tag.ts';
import { type CopiedTag, refusalOf } from '../tags/refusal.ts';
import { isWaiting, isWanted, MIN_CREDIT, OPEN } from './attempts.ts';
import type { ChargingContext } from './context.ts';
import { closeWithoutStop } from './end-charge.ts';
import { readEnergyLimit } from './energy-limit.ts';
import { firstPeriods } from './record-periods.ts';
import { reportCopy } from './report-copy.ts';
import { RESERVED } from './start-attempt.ts';

/** Payer and price of a charge. Without a price it isn't billed. */
interface Terms extends Pick<Authorization, 'verdict' | 'validUntil'> {
  userId?: number | undefined;
  vehicleId?: number | null | undefined;
  attemptId?: number | undefined;
  /** An open hold of the attempt; undefined if credit has to be reserved. */
  holdId?: number | null | undefined;
  price?: PriceProfilePeriod | undefined;
  /** The attempt, if it had ended: its coupon has been released. */
  endedAttempt?: AttemptRow | undefined;
  /** Who asked for the stop of a charge that wasn't accepted, if known. */
  stopRequestedBy?: StopReason | undefined;
  /** The user to notify of a charge that they don't pay. */
  notifiedId?: number | undefined;
  /** Why it isn't accepted, if not by the verdict. */
  errorCode?: string | undefined;
  /** The running charge of the car whose identifier was used. */
  copied?: CopiedTag | undefined;
}

/** Whether it may be another start of the same charge; one with a copied identifier isn't. */
const isRepeated = ({ verdict, copied }: Terms) => verdict === 'ConcurrentTx' && !copied;

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
          isLive(startedAt, now) ? hold : null,
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
          ...firstPeriods(connectorId, { ...state, startedAt, onlineSince, isLive: isLive(startedAt, now) }),
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
    return { transactionId, terms, confirmed: terms, hasEnergy: reportsEnergy(configuration) };
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

/**
 * Makes a copy of a start wait for the first one, which another instance may be storing. Must
 * precede all other locks.
 */
const lockStarts = (tx: Db, chargePointId: string) =>
  lockStatement(tx).execute({ name: `start ${chargePointId}` });
const lockStatement = prepareOnce((db) =>
  db
    .select({ locked: sql`pg_advisory_xact_lock(hashtextextended(${given('name')}, 0))` })
    .from(ONE_ROW)
    .prepare('lock_starts'),
);

/** Returns the statement that finds charges of which a start may be a copy; see `findSame`. */
const sameStatement = (name: string, isReplay: boolean) =>
  prepareOnce((db) => {
    const { chargePointStartedAt, meterStartWh, meterStopWh, stoppedAt, attemptId } = transactions;
    const isWithin = (from: string, to: string) =>
      and(gt(chargePointStartedAt, given(from)), lt(chargePointStartedAt, given(to)));
    const hasSameTime = isWithin('justBefore', 'justAfter');
    const isOfAttempt = and(isNull(stoppedAt), isNotNull(attemptId));
    // A much later start by the same card is another charge.
    const mayRepeat = and(isNull(stoppedAt), isWithin('before', 'after'));
    // The time needn't match if it is missing or implausible: the charge point's clock may have been
    // set since.
    const isOpen = isReplay ? mayRepeat : isNull(stoppedAt);
    const runs = or(mayRepeat, isReplay ? and(hasSameTime, gt(meterStopWh, given('meterStart'))) : undefined);
    return db
      .select()
      .from(transactions)
      .where(
        and(
          isAt(transactions, { chargePointId: given('chargePointId'), connectorId: given('connectorId') }),
          isTag(transactions.idTag, given('idTag')),
          or(
            isOfAttempt,
            and(eq(meterStartWh, given('meterStart')), or(hasSameTime, isOpen)),
            and(lte(meterStartWh, given('meterStart')), runs),
          ),
        ),
      )
      .prepare(name);
  });
const SAME = {
  replayable: sameStatement('same_start', true),
  undated: sameStatement('same_undated_start', false),
};

/**
 * Returns the charge of an earlier copy of a start. Some charge points repeat it without the
 * fraction of a second, or with the time and the register of the repetition. An attempt's tag is
 * unique, so a lower register may be misread.
 */
async function findSame(tx: Db, chargePointId: string, message: StartTransaction, now: Date) {
  const { connectorId, idTag, meterStart, timestamp, undated, stationTransactionId } = message;
  if (stationTransactionId !== undefined) {
    const isSame = eq(transactions.stationTransactionId, stationTransactionId);
    const isHere = eq(transactions.chargePointId, chargePointId);
    return (await tx.select().from(transactions).where(and(isHere, isSame)))[0];
  }
  const statement = isReplayable(timestamp, now) && !undated ? SAME.replayable : SAME.undated;
  const found = await statement(tx).execute({
    chargePointId,
    connectorId,
    idTag,
    meterStart,
    justBefore: addMs(timestamp, -SECOND_MS),
    justAfter: addMs(timestamp, SECOND_MS),
    before: addMs(timestamp, -REPETITION_MS),
    after: addMs(timestamp, REPETITION_MS),
  });
  for (const row of found) {
    // Beyond what the charge can have taken so far, the register belongs to another charge.
    const takenWh = meterStart - row.meterStartWh;
    if (takenWh === 0 || takenWh <= (await readEnergyLimit(tx, row, now))) return row;
  }
  return undefined;
}

/** A charge that has to be stopped wasn't accepted if it has no price, or is free without energy. */
const verdictOf = ({ price, stopWantedAt, waitCancelledAt }: TransactionRow): 'Accepted' | 'Invalid' =>
  stopWantedAt !== null && (price === null || waitCancelledAt !== null) ? 'Invalid' : 'Accepted';

/** A charge point may be offline for weeks before it replays a start by card. */
const REPLAY_MS = 30 * DAY_MS;
/** A charge point that stays connected reports a start within this time. */
const LIVE_MS = 2 * MINUTE_MS;
/** Longest delay of a start by card while the connection and the server work. */
const MAX_DELAY_MS = 10 * MINUTE_MS;

/** A charge point repeats an unconfirmed start by card within this time. */
const REPETITION_MS = 5 * MINUTE_MS;

const isLive = (at: Date, now: Date) => addMs(at, LIVE_MS) >= now;

const isReplayable = (at: Date, now: Date) => at <= now && at >= addMs(now, -REPLAY_MS);

/**
 * Returns the reported time, or now if it is implausible, such as one before the attempt. The clock
 * of a charge point that was connected at the reported time, but sends a start by card much later,
 * is behind.
 */
function startOf(
  { timestamp }: Pick<StartTransaction, 'timestamp'>,
  attemptedAt: Date | undefined,
  onlineSince: Date | null,
  now: Date,
): Date {
  const wasOnline = onlineSince !== null && onlineSince <= timestamp;
  const isPossible = attemptedAt
    ? attemptedAt <= timestamp
    : !wasOnline || addMs(timestamp, MAX_DELAY_MS) >= now;
  return isPossible && isReplayable(timestamp, now) ? timestamp : now;
}

/** A start may be refused for some time, but a clock that is in another zone is an hour behind. */
const MAX_PRICE_DELAY_MS = 45 * MINUTE_MS;

/** Returns at which time the price of a start by card counts, also if it was repeated until now. */
const priceTimeOf = ({ timestamp, undated }: StartTransaction, startedAt: Date, now: Date): Date =>
  !undated && timestamp <= now && timestamp >= addMs(now, -MAX_PRICE_DELAY_MS) ? timestamp : startedAt;

/**
 * Returns when the charge began, to compare it with the deadline of its attempt: the reported time
 * if the start was replayed, else now, because the charge point's clock may be minutes behind. If a
 * charge point that was offline at the deadline reports no plausible time, the deadline is assumed,
 * since the charge point doesn't wait for the plug any longer.
 */
function beginOf(startedAt: Date, { deadline }: AttemptRow, onlineSince: Date | null, now: Date): Date {
  if (onlineSince === null) return startedAt;
  if (startedAt >= now) return onlineSince > deadline ? deadline : now;
  return onlineSince <= startedAt && isLive(startedAt, now) ? now : startedAt;
}

/**
 * Returns what is known of a charge point and its connector before a charge begins there, and whether an
 * earlier one is open.
 */
async function readPlace(tx: Db, { chargePointId, connectorId }: ConnectorKey) {
  const [place] = await placeStatement(tx).execute({ chargePointId, connectorId });
  return (
    place ?? {
      onlineSince: null,
      configuration: null,
      status: null,
      errorCode: null,
      hold: null,
      hasOpen: true,
    }
  );
}
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

const startedStatement = prepareOnce((db) =>
  db
    .update(startAttempts)
    .set({ status: 'started' })
    .where(and(eq(startAttempts.id, given('id')), isNotDeleted(startAttempts.userId)))
    .returning({ id: startAttempts.id })
    .prepare('attempt_started'),
);

/**
 * Returns the terms of an attempt's charge, whatever has become of the attempt since: its tag proves
 * who began the charge. Only one charge is billed to an attempt.
 */
async function termsOfAttempt(
  tx: Db,
  attempt: AttemptRow,
  here: ConnectorKey & Pick<StartTransaction, 'isElsewhere'>,
  begunAt: Date,
  now: Date,
): Promise<Terms> {
  const { id: attemptId, userId, vehicleId } = attempt;
  if (attempt.chargePointId !== here.chargePointId) return { verdict: 'Invalid', notifiedId: userId };
  if (attempt.status === 'started') return { verdict: 'ConcurrentTx', notifiedId: userId };
  const isOpen = OPEN.includes(attempt.status);
  const [started] = await startedStatement(tx).execute({ id: attemptId });
  if (!started) return { verdict: 'Blocked', attemptId };
  const isHere =
    !here.isElsewhere &&
    (attempt.connectorId === here.connectorId || (await mayTakeCable(tx, attempt, here, now)));
  return {
    verdict: isHere ? (isWanted(attempt, begunAt) ? 'Accepted' : 'Expired') : 'Invalid',
    userId,
    vehicleId,
    attemptId,
    stopRequestedBy: attempt.errorCode === 'Cancelled' ? 'driver' : undefined,
    // The end of the attempt has released its credit and coupon.
    holdId: isOpen ? attempt.holdId : undefined,
    price: attempt.price,
    endedAttempt: isOpen ? undefined : attempt,
  };
}

/**
 * Returns whether a connector is another cable of the EVSE at which a charge was to begin: the driver may
 * take it, at the same price, unless it is out of service or another driver waits for it.
 */
async function mayTakeCable(tx: Db, attempt: AttemptRow, here: ConnectorKey, now: Date): Promise<boolean> {
  const all = await readConnectors(tx, here.chargePointId);
  const [taken, wanted] = [here, attempt].map(({ connectorId }) =>
    all.find((one) => one.connectorId === connectorId && one.retiredAt === null),
  );
  if (!taken || !wanted || evseOf(taken).id !== evseOf(wanted).id) return false;
  const [waiting] = await tx
    .select({ id: startAttempts.id })
    .from(startAttempts)
    .where(and(isAt(startAttempts, here), isWaiting(now)));
  return !waiting;
}

/**
 * Returns the terms of a start by a card or car. The price is the one in force when the charge began, which
 * may be reported much later. The sandbox accepts unknown cards unbilled.
 */
async function termsOfCard(
  context: Context,
  tx: Db,
  chargePointId: string,
  message: StartTransaction,
  startedAt: Date,
  onlineSince: Date | null,
): Promise<Terms> {
  const { idTag } = message;
  const now = context.now();
  // The clock of a charge point that was connected may be behind: a tag that was ended or blocked
  // meanwhile is refused. A charge point that was offline couldn't check it.
  const at = onlineSince !== null && onlineSince <= startedAt ? now : startedAt;
  const card = await findTag(tx, idTag, at);
  if (!card) return { verdict: acceptsUnknown(context.options, idTag) ? 'Accepted' : 'Invalid' };
  const { userId, vehicleId } = card;
  const validUntil = card.validUntil ?? undefined;
  // Of two starts with a copied identifier at the same moment, the second one sees the first one's charge.
  if (card.isCar) await tx.select().from(idTags).where(eq(idTags.id, card.id)).for('update');
  const refusal = await refusalOf(tx, card, chargePointId, { at, now });
  // Whoever has copied an identifier, or found a blocked card, isn't its user.
  if (refusal) return refusal;
  if (userId === null) return { verdict: 'Accepted', vehicleId, validUntil };
  const priceAt = (at: Date) => currentPriceOf(tx, chargePointId, at);
  const price = (await priceAt(priceTimeOf(message, startedAt, now))) ?? (await priceAt(now));
  // As a start from the app, which fails without a price.
  if (!price) return { verdict: 'Blocked', userId, vehicleId };
  return { verdict: 'Accepted', userId, vehicleId, validUntil, price };
}

/** Refuses a card or car while it is another driver's turn at the connector. */
const unlessKept = (terms: Terms, hold: ConnectorHold | null): Terms =>
  terms.verdict === 'Accepted' && isKeptFrom(hold, terms.userId)
    ? { ...terms, verdict: 'Blocked', stopRequestedBy: 'operator', errorCode: RESERVED }
    : terms;

/** Uses the coupon of an attempt that had ended again, unless it has been used otherwise. */
const withCoupon = async (tx: Db, terms: Terms): Promise<Terms> =>
  terms.endedAttempt ? { ...terms, price: await retakeCoupon(tx, terms.endedAttempt) } : terms;

/**
 * Reserves credit for a charge that has begun. If the driver has too little, the rest of it is
 * reserved, so that the charge can be billed, and the charge is refused.
 */
async function withCredit(tx: Db, terms: Terms, at: Date): Promise<Terms> {
  const { userId, price, holdId } = terms;
  if (userId === undefined || !price || isFree(price) || holdId !== undefined) return terms;
  const reserved = await openHold(tx, userId, MIN_CREDIT, { at });
  if (reserved !== undefined) return { ...terms, holdId: reserved };
  const verdict = terms.verdict === 'Accepted' ? 'Blocked' : terms.verdict;
  return { ...terms, verdict, holdId: await openHold(tx, userId, MIN_CREDIT, { at, least: 0 }) };
}

/**
 * Closes earlier charges of the connector: they have ended, but their stop hasn't arrived. A transaction
 * whose events were late (OCPP 2.0.1) may be older than an open charge, which goes on then.
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
