/**
 * Handles StartTransaction. A charge that has begun can't be prevented: if it isn't authorized, it
 * is stored without a payer and stopped, and costs nothing.
 */
import type { PriceProfilePeriod } from '@shared/contract';
import { isFree } from '@shared/tariff';
import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { and, eq, gt, isNotNull, isNull, lt, or, sql } from '../db/orm.ts';
import { type ConnectorKey, isAt, one } from '../db/rows.ts';
import {
  type AttemptRow,
  chargePoints,
  connectors,
  type StoredExclusion,
  startAttempts,
  type TransactionRow,
  transactions,
} from '../db/schema.ts';
import { addLogFields } from '../log-fields.ts';
import { reportsEnergy } from '../ocpp/configure.ts';
import type { StartTransaction } from '../ocpp/messages.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { addMs, DAY_MS, SECOND_MS } from '../time.ts';
import { openHold } from '../wallet/ledger.ts';
import { MIN_CREDIT, OPEN } from './attempts.ts';
import { closeWithoutStop } from './end-charge.ts';
import { findCard, isAttemptTag, isTag } from './id-tag.ts';

/** `idTagInfo.status` of OCPP. */
type Verdict = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx';

/** Payer and price of a charge. Without a `userId` it isn't billed. */
interface Terms {
  verdict: Verdict;
  userId?: number | undefined;
  vehicleId?: number | null | undefined;
  attemptId?: number | undefined;
  /** By the server's clock. */
  attemptedAt?: Date | undefined;
  holdId?: number | null | undefined;
  price?: PriceProfilePeriod | undefined;
}

type Context = Pick<BackendContext, 'db' | 'bus' | 'now' | 'options' | 'log'>;

/** Stores a start once, however often it is repeated. Returns the id and status to confirm. */
export async function beginCharge(context: Context, chargePointId: string, message: StartTransaction) {
  const { connectorId, idTag, meterStart, timestamp } = message;
  const here = { chargePointId, connectorId };
  const begun = await context.db.transaction(async (tx) => {
    await lockStarts(tx, chargePointId);
    const [existing] = await tx
      .select()
      .from(transactions)
      .where(isSame(chargePointId, message, context.now()));
    if (existing) return { transactionId: existing.id, verdict: verdictOf(existing), terms: undefined };

    const [attempt] = await tx.select().from(startAttempts).where(isAttemptTag(idTag)).for('update');
    // Before the wallet is locked: every end of a charge locks the charge first, then the wallet.
    // Closing also releases the credit that the earlier charge reserved.
    await closeEarlier(tx, here);
    const terms = attempt
      ? await termsOfAttempt(tx, attempt, here, context.now())
      : await termsOfCard(context, tx, chargePointId, idTag);
    const startedAt = startOf(message, terms, context.now());
    const { id: transactionId } = one(
      await tx
        .insert(transactions)
        .values({
          ...here,
          idTag,
          meterStartWh: meterStart,
          startedAt,
          exclusions: await offlineBefore(tx, chargePointId, startedAt),
          chargePointStartedAt: timestamp,
          // An unauthorized charge belongs to no user: it isn't shown or billed.
          userId: terms.verdict === 'Accepted' ? terms.userId : undefined,
          vehicleId: terms.vehicleId,
          attemptId: terms.attemptId,
          holdId: terms.holdId,
          price: terms.price,
          stopWantedAt: terms.verdict === 'Accepted' ? null : context.now(),
        })
        .returning({ id: transactions.id }),
    );
    return { transactionId, verdict: terms.verdict, terms };
  });
  addLogFields({ transactionId: begun.transactionId });
  if (begun.terms) {
    const { verdict, attemptId } = begun.terms;
    context.log.info({ ...here, transactionId: begun.transactionId, verdict, attemptId }, 'charge began');
    // After the commit, to avoid a deadlock: a start from the app locks the connector before the
    // wallet, this transaction the wallet first.
    await context.db.update(connectors).set({ cableOf: begun.transactionId }).where(isAt(connectors, here));
    await publishOutcome(context, here, begun.transactionId, begun.terms);
  }
  return begun;
}

/**
 * Makes a copy of a start wait for the first one, which another instance may be storing. Must
 * precede all other locks.
 */
const lockStarts = (tx: Db, chargePointId: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`start ${chargePointId}`}, 0))`);

/**
 * Matches an earlier copy of a start. Some charge points repeat it without the fraction of a
 * second, or with the time of the repetition.
 */
function isSame(chargePointId: string, message: StartTransaction, now: Date) {
  const { connectorId, idTag, meterStart, timestamp, undated } = message;
  const { chargePointStartedAt, stoppedAt, attemptId } = transactions;
  return and(
    isAt(transactions, { chargePointId, connectorId }),
    isTag(transactions.idTag, idTag),
    eq(transactions.meterStartWh, meterStart),
    or(
      and(
        gt(chargePointStartedAt, addMs(timestamp, -SECOND_MS)),
        lt(chargePointStartedAt, addMs(timestamp, SECOND_MS)),
      ),
      // The time needn't match if the tag is an attempt's, which is unique, or if the time is missing
      // or implausible: the charge point's clock may have been set since.
      and(isNull(stoppedAt), isReplayable(timestamp, now) && !undated ? isNotNull(attemptId) : undefined),
    ),
  );
}

/** A charge without a price that has to be stopped wasn't accepted. */
const verdictOf = (row: TransactionRow): Verdict =>
  row.price === null && row.stopWantedAt !== null ? 'Invalid' : 'Accepted';

/** A charge point may be offline for weeks before it replays a start by card. */
const REPLAY_MS = 30 * DAY_MS;

const isReplayable = (at: Date, now: Date) => at <= now && at >= addMs(now, -REPLAY_MS);

/** Returns the reported time, or now if it is implausible, such as one before the attempt. */
function startOf({ timestamp }: StartTransaction, { attemptedAt }: Terms, now: Date): Date {
  const isPlausible = isReplayable(timestamp, now) && (!attemptedAt || attemptedAt <= timestamp);
  return isPlausible ? timestamp : now;
}

/** Returns the time until the current connection if the charge began offline, as with a card. */
async function offlineBefore(tx: Db, chargePointId: string, from: Date): Promise<StoredExclusion[]> {
  const [chargePoint] = await tx
    .select({ onlineSince: chargePoints.onlineSince })
    .from(chargePoints)
    .where(eq(chargePoints.id, chargePointId));
  const to = chargePoint?.onlineSince;
  return to && from < to ? [{ cause: 'offline', from: from.getTime(), to: to.getTime() }] : [];
}

async function termsOfAttempt(tx: Db, attempt: AttemptRow, here: ConnectorKey, now: Date): Promise<Terms> {
  const { userId, vehicleId, holdId, price } = attempt;
  if (attempt.status === 'started') return { verdict: 'ConcurrentTx', userId };
  if (attempt.chargePointId !== here.chargePointId || attempt.connectorId !== here.connectorId)
    return { verdict: 'Invalid', userId };
  if (!OPEN.includes(attempt.status) || attempt.deadline < now) return { verdict: 'Expired' };
  await tx.update(startAttempts).set({ status: 'started' }).where(eq(startAttempts.id, attempt.id));
  const { id: attemptId, createdAt: attemptedAt } = attempt;
  return { verdict: 'Accepted', userId, vehicleId, attemptId, attemptedAt, holdId, price };
}

/** Returns the terms of a start by card. The sandbox accepts unknown cards unbilled. */
async function termsOfCard(context: Context, tx: Db, chargePointId: string, idTag: string): Promise<Terms> {
  const card = await findCard(tx, idTag);
  if (!card) return { verdict: context.options.sandbox && idTag !== '' ? 'Accepted' : 'Invalid' };
  const { userId, vehicleId } = card;
  if (userId === null) return { verdict: 'Accepted', vehicleId };
  const price = await currentPriceOf(tx, chargePointId, context.now());
  // As a start from the app, which fails. Without a price nothing would settle the hold.
  if (!price) return { verdict: 'Blocked', userId };
  const holdId = isFree(price) ? null : await openHold(tx, userId, MIN_CREDIT);
  if (holdId === undefined) return { verdict: 'Blocked', userId };
  return { verdict: 'Accepted', userId, vehicleId, holdId, price };
}

/** Closes earlier charges of the connector: they have ended, but their stop hasn't arrived. */
async function closeEarlier(tx: Db, here: ConnectorKey): Promise<void> {
  const earlier = await tx
    .select()
    .from(transactions)
    .where(and(isAt(transactions, here), isNull(transactions.stoppedAt)))
    .for('update');
  for (const open of earlier) await closeWithoutStop(tx, open);
}

async function publishOutcome(context: Context, here: ConnectorKey, transactionId: number, terms: Terms) {
  const { bus } = context;
  const { verdict, userId } = terms;
  // The terms of an expired attempt have no `userId`: the app has already shown the timeout.
  if (userId !== undefined && verdict === 'Accepted') {
    await bus.publish({ kind: 'transactionStarted', transactionId });
    await logMissingEnergy(context, here.chargePointId, transactionId);
  } else if (userId !== undefined)
    await bus.publish({ kind: 'startError', userId, ...here, errorCode: verdict });
  await bus.publish({ kind: 'connector', ...here });
}

/** Logs that a charge may exceed the credit: its cost is known only at the stop. */
async function logMissingEnergy({ db, log }: Context, chargePointId: string, transactionId: number) {
  const [chargePoint] = await db
    .select({ configuration: chargePoints.configuration })
    .from(chargePoints)
    .where(eq(chargePoints.id, chargePointId));
  if (!chargePoint || reportsEnergy(chargePoint.configuration)) return;
  log.info({ chargePointId, transactionId }, 'no energy samples: the credit check relies on time alone');
}
