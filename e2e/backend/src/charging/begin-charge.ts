/** StartTransaction: a charge has begun. It can't be refused, only not be accepted; then it is stopped and costs nothing. */
import type { PriceProfilePeriod } from '@shared/contract';
import { and, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { chargePoints, startAttempts, transactions } from '../db/schema.ts';
import { publishConnector, publishStartError, publishTransactionStarted } from '../live/publish.ts';
import { reportsEnergy } from '../ocpp/configure.ts';
import type { StartTransaction } from '../ocpp/messages.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { openHold } from '../wallet/ledger.ts';
import { OPEN } from './attempts.ts';
import { DAY_MS } from './charge-clock.ts';
import { closeWithoutStop } from './end-charge.ts';
import { findCard, isAttemptTag, isTag } from './id-tag.ts';
import { LEAST_CREDIT } from './start-once.ts';

const SECOND_MS = 1000;

/** `idTagInfo.status` of OCPP. */
export type Verdict = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx';

/** Who pays, and for what; nobody where there is no user. */
interface Terms {
  verdict: Verdict;
  userId?: number | undefined;
  vehicleId?: number | null | undefined;
  attemptId?: number | undefined;
  /** By our clock. */
  attemptedAt?: Date | undefined;
  holdId?: number | null | undefined;
  price?: PriceProfilePeriod | undefined;
}

type Context = Pick<BackendContext, 'db' | 'bus' | 'now' | 'options' | 'log'>;

/** Counts a start once, however often it is told. Answers what the charge point is told. */
export async function beginCharge(
  context: Context,
  chargePointId: string,
  message: StartTransaction,
): Promise<{ transactionId: number; verdict: Verdict }> {
  const { connectorId, idTag, meterStart, timestamp } = message;
  const begun = await context.db.transaction(async (tx) => {
    const [told] = await tx
      .select()
      .from(transactions)
      .where(isSame(chargePointId, message, context.now()));
    if (told) return { transactionId: told.id, verdict: verdictOf(told), terms: undefined };

    const terms = await termsOf(context, tx, chargePointId, message);
    const [row] = await tx
      .insert(transactions)
      .values({
        chargePointId,
        connectorId,
        idTag,
        meterStartWh: meterStart,
        startedAt: startOf(message, terms, context.now()),
        chargePointStartedAt: timestamp,
        // What isn't accepted is nobody's: it shows nowhere and costs nothing.
        userId: terms.verdict === 'Accepted' ? terms.userId : undefined,
        vehicleId: terms.vehicleId,
        attemptId: terms.attemptId,
        holdId: terms.holdId,
        price: terms.price,
        stopWantedAt: terms.verdict === 'Accepted' ? null : context.now(),
      })
      .returning();
    if (!row) throw new Error('no transaction was written');
    await closeEarlier(tx, row);
    return { transactionId: row.id, verdict: terms.verdict, terms };
  });
  if (begun.terms) await tell(context, chargePointId, connectorId, begun.transactionId, begun.terms);
  return begun;
}

/** A start that was told before. Some tell it again without the fraction of a second, or at the time of the telling. */
function isSame(
  chargePointId: string,
  { connectorId, idTag, meterStart, timestamp }: StartTransaction,
  now: Date,
) {
  const { chargePointStartedAt, stoppedAt, attemptId } = transactions;
  const around = (ms: number) => new Date(timestamp.getTime() + ms);
  return and(
    eq(transactions.chargePointId, chargePointId),
    eq(transactions.connectorId, connectorId),
    isTag(transactions.idTag, idTag),
    eq(transactions.meterStartWh, meterStart),
    or(
      and(gt(chargePointStartedAt, around(-SECOND_MS)), lt(chargePointStartedAt, around(SECOND_MS))),
      // The tag of an attempt is of that attempt alone. A clock that is wrong may have been set since.
      and(isNull(stoppedAt), isReplayable(timestamp, now) ? isNotNull(attemptId) : undefined),
    ),
  );
}

/** A charge that nobody pays and that is to be stopped was not accepted. */
function verdictOf(row: typeof transactions.$inferSelect): Verdict {
  return row.price === null && row.stopWantedAt !== null ? 'Invalid' : 'Accepted';
}

/** A charge point may be offline for weeks before it replays a start by card. */
const REPLAY_MS = 30 * DAY_MS;

const isReplayable = (at: Date, now: Date) => at <= now && now.getTime() - at.getTime() <= REPLAY_MS;

/**
 * Returns by our clock when a charge began: as the charge point reported it if that is possible, else now. A start from
 * the app can't be before its attempt. One by card may be replayed after an outage.
 */
function startOf({ timestamp }: StartTransaction, { attemptedAt }: Terms, now: Date): Date {
  const isPossible = isReplayable(timestamp, now) && (!attemptedAt || attemptedAt <= timestamp);
  return isPossible ? timestamp : now;
}

async function termsOf(
  context: Context,
  tx: Db,
  chargePointId: string,
  { connectorId, idTag }: StartTransaction,
): Promise<Terms> {
  const [attempt] = await tx.select().from(startAttempts).where(isAttemptTag(idTag)).for('update');
  if (!attempt) {
    return termsOfCard(context, tx, chargePointId, idTag);
  }
  const { userId, vehicleId, holdId, price } = attempt;
  if (attempt.status === 'started') return { verdict: 'ConcurrentTx', userId };
  const asked = attempt.chargePointId === chargePointId && attempt.connectorId === connectorId;
  if (!asked) return { verdict: 'Invalid', userId };
  if (!OPEN.includes(attempt.status) || attempt.deadline < context.now()) return { verdict: 'Expired' };
  await tx.update(startAttempts).set({ status: 'started' }).where(eq(startAttempts.id, attempt.id));
  const { id: attemptId, createdAt: attemptedAt } = attempt;
  return { verdict: 'Accepted', userId, vehicleId, attemptId, attemptedAt, holdId, price };
}

/** A card held to the reader. A sandbox takes any, as a charge of nobody's. */
async function termsOfCard(
  { options, now }: Context,
  tx: Db,
  chargePointId: string,
  idTag: string,
): Promise<Terms> {
  const card = await findCard(tx, idTag);
  if (!card) return { verdict: options.sandbox && idTag !== '' ? 'Accepted' : 'Invalid' };
  const { userId, vehicleId } = card;
  if (userId === null) return { verdict: 'Accepted', vehicleId };
  const price = await currentPriceOf(tx, chargePointId, now());
  const holdId = await openHold(tx, userId, LEAST_CREDIT);
  if (holdId === undefined) return { verdict: 'Blocked', userId };
  return { verdict: 'Accepted', userId, vehicleId, holdId, price };
}

/** A connector serves one charge: an older one that is still open has ended without our being told. */
async function closeEarlier(tx: Db, row: typeof transactions.$inferSelect): Promise<void> {
  const earlier = await tx
    .select()
    .from(transactions)
    .where(
      and(
        eq(transactions.chargePointId, row.chargePointId),
        eq(transactions.connectorId, row.connectorId),
        isNull(transactions.stoppedAt),
        ne(transactions.id, row.id),
      ),
    )
    .for('update');
  for (const open of earlier) await closeWithoutStop(tx, open);
}

async function tell(
  context: Context,
  chargePointId: string,
  connectorId: number,
  transactionId: number,
  { verdict, userId }: Terms,
): Promise<void> {
  if (verdict === 'Accepted' && userId !== undefined) {
    await publishTransactionStarted(context, transactionId);
    await logMissingEnergy(context, chargePointId, transactionId);
  }
  // One that came too late has been told as timed out before.
  if (verdict !== 'Accepted' && userId !== undefined) {
    await publishStartError(context, userId, chargePointId, connectorId, verdict);
  }
  await publishConnector(context, chargePointId, connectorId);
}

/** Without samples the energy is billed at the stop, and may cost more than the credit. */
async function logMissingEnergy({ db, log }: Context, chargePointId: string, transactionId: number) {
  const [chargePoint] = await db
    .select({ configuration: chargePoints.configuration })
    .from(chargePoints)
    .where(eq(chargePoints.id, chargePointId));
  if (!chargePoint || reportsEnergy(chargePoint.configuration)) return;
  log.info({ chargePointId, transactionId }, 'no energy samples: the credit check relies on time alone');
}
