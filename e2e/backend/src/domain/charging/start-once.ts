/** Starts a charge: reserves the driver's credit and sends RemoteStartTransaction. */
import { randomInt } from 'node:crypto';
import { LOW_BALANCE, type RemoteResponse } from '@shared/contract';
import { canStart } from '@shared/contract/connector-use';
import { isFree } from '@shared/tariff';
import { runOnce } from '../../platform/api/idempotent-write.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { isAt, one } from '../../platform/database/rows.ts';
import {
  type AttemptRow,
  chargePoints,
  connectors,
  startAttempts,
  type UserRow,
} from '../../platform/database/schema.ts';
import { createLimits } from '../../platform/limits/limits.ts';
import { SECOND_MS } from '../../platform/time.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { triggerStatus } from '../charge-points/trigger-status.ts';
import { findUsableCoupon, markCouponUsed } from '../money/coupons/use-coupon.ts';
import { openHold } from '../money/wallet/ledger.ts';
import { withUserLock } from '../people/auth/user-lock.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { acceptAttempt, endAttempts, isWaiting, MIN_CREDIT, pendingDeadline } from './attempts.ts';
import type { ChargingContext } from './context.ts';
import { isResetting } from './soft-reset.ts';

const UNAVAILABLE = 'CONNECTOR_UNAVAILABLE';

export type Driver = Pick<UserRow, 'id' | 'brandId'>;

const rejected = (info: string): RemoteResponse => ({ status: 'Rejected', info });
const ACCEPTED: RemoteResponse = { status: 'Accepted', info: '' };
export const TIMED_OUT: RemoteResponse = { status: 'TimedOut', info: '' };

/** Connector and vehicle of a requested start. */
export interface StartTarget {
  chargePointId: string;
  connectorId: number;
  vehicleId: number | null;
  udcId?: string | undefined;
  claim?: Claim | undefined;
}

/** Error code of a start that isn't possible. */
export interface Refusal {
  refusal: string;
}

/** A resource that the start claims in the same transaction as connector and credit. */
export interface Claim {
  /** Locks the resource right after the user. Returns an error code if it is unavailable. */
  lock(tx: Db): Promise<string | undefined>;
  take(tx: Db, attemptId: number): Promise<void>;
}

interface Start {
  driver: Driver;
  /** Idempotency key: a repeated request gets the first response. */
  key: string;
  /** The daily limit that the start counts towards. */
  limit: 'starts' | 'valetStarts';
  /** Content of the request: the same key with different content is refused. */
  request: unknown;
  /** Resolves the request to a connector and vehicle, or to the code of a refusal. */
  read: () => Promise<StartTarget | Refusal>;
}

/** Starts a charge once per key. Throws 429 if the user exceeds the daily limit. */
export function startOnce(
  context: ChargingContext,
  sendCall: SendCall,
  start: Start,
): Promise<RemoteResponse> {
  return runOnce(context.db, {
    userId: start.driver.id,
    key: start.key,
    content: start.request,
    perform: () => timeStart(context, () => tryToStart(context, sendCall, start)),
    recover: () => outcomeOf(context, start),
  });
}

async function timeStart({ metrics }: ChargingContext, start: () => Promise<RemoteResponse>) {
  const from = performance.now();
  const response = await start();
  metrics.observeStart(response.status, (performance.now() - from) / SECOND_MS);
  return response;
}

async function tryToStart(
  context: ChargingContext,
  sendCall: SendCall,
  start: Start,
): Promise<RemoteResponse> {
  // An earlier request created the attempt, but its process ended before it stored the response.
  const [earlier] = await context.db.select().from(startAttempts).where(matchesStart(start));
  if (earlier) return outcomeOf(context, start);
  // A refused start counts as well: its response is stored.
  await createLimits(context).take(start.limit, start.driver.id);
  const target = await start.read();
  if ('refusal' in target) return rejected(target.refusal);
  const opened = await openAttempt(context, start, target);
  if ('refusal' in opened) {
    // Requests the current status, for the next attempt.
    if (opened.refusal.info === UNAVAILABLE)
      void triggerStatus(sendCall, target.chargePointId, target.connectorId);
    return opened.refusal;
  }
  return requestRemoteStart(context, sendCall, opened);
}

/** Claims connector, credit and coupon atomically. */
function openAttempt(
  context: ChargingContext,
  { driver, key }: Start,
  { chargePointId, connectorId, vehicleId, udcId, claim }: StartTarget,
): Promise<AttemptRow | { refusal: RemoteResponse }> {
  const now = context.now();
  return withUserLock(context.db, driver.id, async (tx) => {
    const claimed = await claim?.lock(tx);
    if (claimed !== undefined) return { refusal: rejected(claimed) };
    const here = { chargePointId, connectorId };
    const [connector] = await tx.select().from(connectors).where(isAt(connectors, here)).for('no key update');
    const [chargePoint] = await tx.select().from(chargePoints).where(eq(chargePoints.id, chargePointId));
    const [other] = await tx
      .select({ id: startAttempts.id })
      .from(startAttempts)
      .where(and(isAt(startAttempts, here), isWaiting(now)));
    const isAvailable = canStart(chargePoint?.online === true, connector?.status) && !connector?.retiredAt;
    if (!chargePoint || !isAvailable || other || isResetting(chargePoint, now))
      return { refusal: rejected(UNAVAILABLE) };
    const price = await currentPriceOf(tx, chargePointId, now);
    if (!price) throw new Error(`no current price for ${chargePointId}`);
    // A free charge doesn't use up a coupon.
    const coupon =
      udcId && !isFree(price)
        ? await findUsableCoupon(tx, { userId: driver.id, udcId, siteId: chargePoint.siteId, now })
        : undefined;
    if (typeof coupon === 'string') return { refusal: { status: 'Error', info: coupon } };
    const holdId = isFree(price) ? null : await openHold(tx, driver.id, MIN_CREDIT);
    if (holdId === undefined) return { refusal: rejected(LOW_BALANCE) };
    const attempt = one(
      await tx
        .insert(startAttempts)
        .values({
          userId: driver.id,
          idempotencyKey: key,
          ...here,
          vehicleId,
          idTag: newIdTag(),
          holdId,
          price: coupon ? { ...price, coupon: coupon.terms } : price,
          deadline: pendingDeadline(context),
          createdAt: now,
        })
        .returning(),
    );
    if (coupon) await markCouponUsed(tx, coupon.id, attempt.id, now);
    await claim?.take(tx, attempt.id);
    return attempt;
  });
}

async function requestRemoteStart(context: ChargingContext, sendCall: SendCall, attempt: AttemptRow) {
  const { id, chargePointId, connectorId, idTag } = attempt;
  const { startTimeoutMs } = context.options;
  const params = { connectorId, idTag };
  const { reply } = await sendCall(chargePointId, 'RemoteStartTransaction', params, startTimeoutMs);
  const status = reply?.status === 'Accepted' ? 'accepted' : reply ? 'rejected' : 'no response';
  context.log.info({ chargePointId, connectorId, attemptId: id, status }, 'start requested');
  if (reply?.status === 'Accepted') await acceptAttempt(context, id);
  else {
    const errorCode = reply ? 'Rejected' : 'TimedOut';
    await endAttempts(context.db, eq(startAttempts.id, id), 'failed', errorCode);
  }
  // The charge may have begun, or failed, before the reply arrived: respond with its state now.
  const [current] = await context.db.select().from(startAttempts).where(eq(startAttempts.id, id));
  return responseOf(current);
}

/** Matches the attempt of a start, if there is one. */
export const matchesStart = ({ driver, key }: Pick<Start, 'driver' | 'key'>) =>
  and(eq(startAttempts.userId, driver.id), eq(startAttempts.idempotencyKey, key));

/** Returns the outcome of a start after its response was lost. Ends a pending attempt. */
async function outcomeOf({ db }: ChargingContext, start: Start): Promise<RemoteResponse> {
  const isOwn = matchesStart(start);
  await endAttempts(db, and(isOwn, eq(startAttempts.status, 'pending')), 'failed', 'TimedOut');
  const [attempt] = await db.select().from(startAttempts).where(isOwn);
  return responseOf(attempt);
}

function responseOf(attempt: AttemptRow | undefined): RemoteResponse {
  if (attempt?.status === 'accepted' || attempt?.status === 'started') return ACCEPTED;
  const code = attempt?.errorCode ?? 'TimedOut';
  return code === 'TimedOut' ? TIMED_OUT : rejected(code);
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Returns a random tag of 100 bits, in 20 case-insensitive characters (OCPP 1.6, IdToken). */
function newIdTag(): string {
  return Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
