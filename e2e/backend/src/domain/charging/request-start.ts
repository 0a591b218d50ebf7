/**
 * Requests a charge from a charge point, for a driver, a guest or a valet: reserves the credit and sends
 * RemoteStartTransaction. The charge begins when the charge point reports it (`begin-charge.ts`).
 */
import { isFree } from '@shared/charging';
import { canStart } from '@shared/charging/connector-use';
import { LOW_BALANCE, type RemoteResponse } from '@shared/contract';
import { runOnce } from '../../platform/api/idempotent-write.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, type Placeholder, sql } from '../../platform/database/orm.ts';
import { prepareOnce } from '../../platform/database/prepare-once.ts';
import { type ConnectorKey, isAt, one } from '../../platform/database/rows.ts';
import {
  type AttemptRow,
  chargePoints,
  connectors,
  pricePeriods,
  startAttempts,
  type UserRow,
} from '../../platform/database/schema.ts';
import { createLimits } from '../../platform/limits/limits.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { triggerStatus } from '../charge-points/trigger-status.ts';
import { findUsableCoupon, markCouponUsed } from '../money/coupons/use-coupon.ts';
import { MIN_CREDIT, openHold } from '../money/wallet/ledger.ts';
import { isKeptFrom } from '../sites/hold.ts';
import { localTime } from '../sites/local-time.ts';
import { isInForce } from '../sites/prices.ts';
import { tagForStart } from '../waiting-line/tag-for-start.ts';
import { acceptAttempt, endAttempts, isWaiting, pendingDeadline } from './attempts.ts';
import type { ChargingContext } from './context.ts';
import { isResetting } from './soft-reset.ts';

export const UNAVAILABLE = 'CONNECTOR_UNAVAILABLE';
/** It is another driver's turn there. */
export const RESERVED = 'CONNECTOR_RESERVED';

export type Driver = Pick<UserRow, 'id' | 'brandId'>;

export const rejected = (info: string): RemoteResponse => ({ status: 'Rejected', info });
export const ACCEPTED: RemoteResponse = { status: 'Accepted', info: '' };
export const TIMED_OUT: RemoteResponse = { status: 'TimedOut', info: '' };

/** Connector and vehicle of a requested start. */
export interface StartTarget {
  chargePointId: string;
  connectorId: number;
  vehicleId: number | null;
  udcId?: string | undefined;
}

interface Refused {
  refusal: RemoteResponse;
}

/** `reservationId`: a reservation for the driver's turn, with a tag that can't be used again. */
type Opened = AttemptRow & { reservationId?: number };

interface Start {
  driver: Driver;
  /** Idempotency key: a repeated request gets the first response. */
  key: string;
  /** The daily limit that the start counts towards. */
  limit: 'starts' | 'valetStarts';
  /** Content of the request: the same key with different content is refused. */
  request: unknown;
}

/**
 * Runs a start once per key: `openAttempt`, then `requestStart`.
 * @throws 429 if the user exceeds the daily limit
 */
export function startOnce(
  context: ChargingContext,
  start: Start,
  run: () => Promise<RemoteResponse>,
): Promise<RemoteResponse> {
  async function startUnlessStarted() {
    // An earlier request created the attempt, but its process ended before it stored the response.
    const [earlier] = await findStatement(context.db).execute({ userId: start.driver.id, key: start.key });
    if (earlier) return outcomeOf(context, start);
    // A refused start counts as well: its response is stored.
    await createLimits(context).take(start.limit, start.driver.id);
    return run();
  }
  return runOnce(context, {
    userId: start.driver.id,
    key: start.key,
    content: start.request,
    perform: () => timeStart(context, startUnlessStarted),
    recover: () => outcomeOf(context, start),
  });
}

async function timeStart({ clock, metrics }: ChargingContext, start: () => Promise<RemoteResponse>) {
  const from = clock.elapsed();
  const response = await start();
  metrics.observeStart(response.status, (clock.elapsed() - from) / SECOND_MS);
  return response;
}

const given = sql.placeholder;

const findStatement = prepareOnce((db) =>
  db
    .select()
    .from(startAttempts)
    .where(matchesStart(given('userId'), given('key')))
    .prepare('find_attempt'),
);

const here = { chargePointId: given('chargePointId'), connectorId: given('connectorId') };

const lockStatement = prepareOnce((db) =>
  db.select().from(connectors).where(isAt(connectors, here)).for('no key update').prepare('lock_connector'),
);

const placeStatement = prepareOnce((db) =>
  db
    .select({ chargePoint: chargePoints, price: pricePeriods.price, otherId: startAttempts.id })
    .from(chargePoints)
    .leftJoin(
      pricePeriods,
      and(eq(pricePeriods.profileId, chargePoints.priceProfileId), isInForce(given('now'), given('minute'))),
    )
    .leftJoin(startAttempts, and(isAt(startAttempts, here), isWaiting(given('now'))))
    .where(eq(chargePoints.id, given('chargePointId')))
    .prepare('place_of_start'),
);

const insertStatement = prepareOnce((db) =>
  db
    .insert(startAttempts)
    .values({
      ...here,
      userId: given('userId'),
      idempotencyKey: given('key'),
      vehicleId: given('vehicleId'),
      idTag: given('idTag'),
      holdId: given('holdId'),
      price: given('price'),
      deadline: given('deadline'),
      createdAt: given('now'),
    })
    .returning()
    .prepare('open_attempt'),
);

/**
 * Locks a connector until the end of the transaction. Returns its charge point, the price in force, if
 * there is one, and the driver's turn in line, if a charge can start there now; or why it can't.
 * @param userId undefined for a charge without an account
 */
export async function lockAvailable(
  { now }: Pick<ChargingContext, 'now'>,
  tx: Db,
  here: ConnectorKey,
  userId?: number,
) {
  const [connector] = await lockStatement(tx).execute({ ...here });
  const [found] = await placeStatement(tx).execute({ ...here, now: now(), minute: localTime(now()).minute });
  if (!found || found.otherId !== null) return { refusal: UNAVAILABLE };
  if (isKeptFrom(connector?.hold, userId)) return { refusal: RESERVED };
  const { chargePoint, price } = found;
  const isInService = !connector?.retiredAt && !chargePoint.preparingSince;
  const isAvailable = canStart(chargePoint.online, connector?.status) && isInService;
  if (!isAvailable || isResetting(chargePoint, now())) return { refusal: UNAVAILABLE };
  return { chargePoint, price, hold: connector?.hold };
}

/**
 * Claims connector, credit and coupon in a transaction that has locked the driver's row.
 * @returns the attempt, or the response to a start that isn't possible
 */
export async function openAttempt(
  context: ChargingContext,
  tx: Db,
  { driver, key }: Pick<Start, 'driver' | 'key'>,
  { chargePointId, connectorId, vehicleId, udcId }: StartTarget,
): Promise<Opened | Refused> {
  const now = context.now();
  const here = { chargePointId, connectorId };
  const available = await lockAvailable(context, tx, here, driver.id);
  if (available.refusal) return { refusal: rejected(available.refusal) };
  const { chargePoint, price, hold } = available;
  if (!price) throw new Error(`no current price for ${chargePointId}`);
  // A free charge doesn't use up a coupon.
  const coupon =
    udcId && !isFree(price)
      ? await findUsableCoupon(tx, { userId: driver.id, udcId, siteId: chargePoint.siteId, now })
      : undefined;
  if (typeof coupon === 'string') return { refusal: { status: 'Error', info: coupon } };
  const holdId = isFree(price) ? null : await openHold(tx, driver.id, MIN_CREDIT, { at: now });
  if (holdId === undefined) return { refusal: rejected(LOW_BALANCE) };
  const { idTag, ...reservation } = await tagForStart(context, tx, here, hold);
  const attempt = one(
    await insertStatement(tx).execute({
      userId: driver.id,
      key,
      ...here,
      vehicleId,
      idTag,
      holdId,
      price: coupon ? { ...price, coupon: coupon.terms } : price,
      deadline: pendingDeadline(context),
      now,
    }),
  );
  if (coupon) await markCouponUsed(tx, coupon.id, attempt.id, now);
  return { ...attempt, ...reservation };
}

/** Asks the charge point to start, or returns the refusal if the attempt wasn't opened. */
export async function requestStart(
  context: ChargingContext,
  sendCall: SendCall,
  { chargePointId, connectorId }: StartTarget,
  opened: Opened | Refused,
): Promise<RemoteResponse> {
  if ('refusal' in opened) {
    // Requests the current status, for the next attempt.
    if (opened.refusal.info === UNAVAILABLE) void triggerStatus(sendCall, chargePointId, connectorId);
    return opened.refusal;
  }
  const { id, idTag, reservationId } = opened;
  const { startTimeoutMs } = context.options;
  if (reservationId !== undefined)
    await sendCall(chargePointId, 'CancelReservation', { reservationId }, startTimeoutMs);
  const params = { connectorId, idTag };
  const { reply } = await sendCall(chargePointId, 'RemoteStartTransaction', params, startTimeoutMs);
  const status = reply?.status === 'Accepted' ? 'accepted' : reply ? 'rejected' : 'no response';
  context.log.info({ chargePointId, connectorId, attemptId: id, status }, 'start requested');
  if (reply?.status === 'Accepted') {
    const accepted = await acceptAttempt(context, id);
    if (accepted) return responseOf(accepted);
  } else {
    const errorCode = reply ? 'Rejected' : 'TimedOut';
    await endAttempts(context.db, eq(startAttempts.id, id), 'failed', errorCode);
  }
  // The charge may have begun, or failed, before the reply arrived: respond with its state now.
  const [current] = await context.db.select().from(startAttempts).where(eq(startAttempts.id, id));
  return responseOf(current);
}

/** Matches the attempt of a start, if there is one. */
export const matchesStart = (userId: number | Placeholder, key: string | Placeholder) =>
  and(eq(startAttempts.userId, userId), eq(startAttempts.idempotencyKey, key));

/** Returns the outcome of a start after its response was lost. Ends a pending attempt. */
async function outcomeOf({ db }: ChargingContext, start: Start): Promise<RemoteResponse> {
  const isOwn = matchesStart(start.driver.id, start.key);
  await endAttempts(db, and(isOwn, eq(startAttempts.status, 'pending')), 'failed', 'TimedOut');
  const [attempt] = await db.select().from(startAttempts).where(isOwn);
  return responseOf(attempt);
}

function responseOf(attempt: AttemptRow | undefined): RemoteResponse {
  if (attempt?.status === 'accepted' || attempt?.status === 'started') return ACCEPTED;
  const code = attempt?.errorCode ?? 'TimedOut';
  return code === 'TimedOut' ? TIMED_OUT : rejected(code);
}
