/** Who pays for a charge that has begun, at which price, and whether it may go on. */
import { isFree } from '@shared/charging';
import type { StopReason } from '@shared/charging/stop-reason';
import type { PriceProfilePeriod } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import {
  type AttemptRow,
  type ConnectorHold,
  idTags,
  startAttempts,
} from '../../platform/database/schema.ts';
import type { Authorization } from '../charge-points/charge-handlers.ts';
import type { StartTransaction } from '../charge-points/charge-messages.ts';
import { evseOf, readConnectors } from '../charge-points/ocpp201/evses.ts';
import { retakeCoupon } from '../money/coupons/use-coupon.ts';
import { MIN_CREDIT, openHold } from '../money/wallet/ledger.ts';
import { isNotDeleted } from '../people/auth/deleted.ts';
import { isKeptFrom } from '../sites/hold.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { acceptsUnknown, findTag } from '../tags/id-tag.ts';
import { type CopiedTag, refusalOf } from '../tags/refusal.ts';
import { isWaiting, isWanted, OPEN } from './attempts.ts';
import type { ChargingContext } from './context.ts';
import { RESERVED } from './request-start.ts';
import { priceTimeOf } from './start-time.ts';

/** Payer and price of a charge. Without a price it isn't billed. */
export interface Terms extends Pick<Authorization, 'verdict' | 'validUntil'> {
  userId?: number | undefined;
  vehicleId?: number | null | undefined;
  attemptId?: number | undefined;
  /** An open hold of the attempt; undefined if credit has to be reserved. */
  holdId?: number | null | undefined;
  price?: PriceProfilePeriod | undefined;
  /** The attempt, if it had ended: its coupon has been released. */
  endedAttempt?: AttemptRow | undefined;
  /** Who requested the stop of a charge that wasn't accepted, if known. */
  stopRequestedBy?: StopReason | undefined;
  /** The user to notify of a charge that they don't pay. */
  notifiedId?: number | undefined;
  /** Why it isn't accepted, if not by the verdict. */
  errorCode?: string | undefined;
  /** The running charge of the car to which the identifier belongs. */
  copied?: CopiedTag | undefined;
}

/** Whether it may be another start of the same charge; one with a copied identifier isn't. */
export const isRepeated = ({ verdict, copied }: Terms) => verdict === 'ConcurrentTx' && !copied;

const startedStatement = prepareOnce((db) =>
  db
    .update(startAttempts)
    .set({ status: 'started' })
    .where(and(eq(startAttempts.id, sql.placeholder('id')), isNotDeleted(startAttempts.userId)))
    .returning({ id: startAttempts.id })
    .prepare('attempt_started'),
);

/**
 * Returns the terms of an attempt's charge, whatever has become of the attempt since: its tag proves
 * who began the charge. Only one charge is billed to an attempt.
 */
export async function termsOfAttempt(
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
 * Returns whether a connector is another cable of the EVSE at which a charge was to begin: the
 * driver may use it, at the same price, unless it is out of service or another driver waits for it.
 */
async function mayTakeCable(tx: Db, attempt: AttemptRow, here: ConnectorKey, now: Date): Promise<boolean> {
  const all = await readConnectors(tx, here.chargePointId);
  const [taken, wanted] = [here, attempt].map(({ connectorId }) =>
    all.find((one) => one.connectorId === connectorId && one.retiredAt === null),
  );
  if (!taken || !wanted || evseOf(taken).id !== evseOf(wanted).id) return false;
  return (await tx.$count(startAttempts, and(isAt(startAttempts, here), isWaiting(now)))) === 0;
}

/**
 * Returns the terms of a start by a card or car. The price is the one in force when the charge began, which
 * may be reported much later. The sandbox accepts unknown cards unbilled.
 */
export async function termsOfCard(
  context: Pick<ChargingContext, 'now' | 'options'>,
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
  // A copied identifier or a lost card isn't in its owner's hands: they aren't charged.
  if (refusal) return refusal;
  if (userId === null) return { verdict: 'Accepted', vehicleId, validUntil };
  const priceAt = (at: Date) => currentPriceOf(tx, chargePointId, at);
  const price = (await priceAt(priceTimeOf(message, startedAt, now))) ?? (await priceAt(now));
  // As a start from the app, which fails without a price.
  if (!price) return { verdict: 'Blocked', userId, vehicleId };
  return { verdict: 'Accepted', userId, vehicleId, validUntil, price };
}

/** Refuses a card or car while it is another driver's turn at the connector. */
export const unlessKept = (terms: Terms, hold: ConnectorHold | null): Terms =>
  terms.verdict === 'Accepted' && isKeptFrom(hold, terms.userId)
    ? { ...terms, verdict: 'Blocked', stopRequestedBy: 'operator', errorCode: RESERVED }
    : terms;

/** Uses the coupon of an attempt that had ended again, unless it has been used otherwise. */
export const withCoupon = async (tx: Db, terms: Terms): Promise<Terms> =>
  terms.endedAttempt ? { ...terms, price: await retakeCoupon(tx, terms.endedAttempt) } : terms;

/**
 * Reserves credit for a charge that has begun. If the driver has too little, the rest of it is
 * reserved, so that the charge can be billed, and the charge is refused.
 */
export async function withCredit(tx: Db, terms: Terms, at: Date): Promise<Terms> {
  const { userId, price, holdId } = terms;
  if (userId === undefined || !price || isFree(price) || holdId !== undefined) return terms;
  const reserved = await openHold(tx, userId, MIN_CREDIT, { at });
  if (reserved !== undefined) return { ...terms, holdId: reserved };
  const verdict = terms.verdict === 'Accepted' ? 'Blocked' : terms.verdict;
  return { ...terms, verdict, holdId: await openHold(tx, userId, MIN_CREDIT, { at, least: 0 }) };
}
