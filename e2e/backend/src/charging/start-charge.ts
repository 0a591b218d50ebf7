/** `POST /RemoteStartTransactionRequest`: asks the charge point to charge, with the driver's credit reserved. */
import { randomInt } from 'node:crypto';
import { LOW_BALANCE, type RemoteAnswer, type StartRequest } from '@shared/contract';
import { and, eq, gt, inArray } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { answerOnce } from '../api/answer-once.ts';
import { wholeNumber } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { findUsable, takeCoupon } from '../coupons/use-coupon.ts';
import { chargePoints, connectors, startAttempts, vehicles } from '../db/schema.ts';
import type { CentralSystem } from '../ocpp/attach.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { openHold } from '../wallet/ledger.ts';
import { type Attempt, acceptAttempt, answerMsOf, endAttempts, OPEN, pendingDeadline } from './attempts.ts';
import { findByNumber } from './charger-number.ts';

/** Credit that a start needs, and that it reserves: R$ 5,00 (decisions, section 6). */
export const LEAST_CREDIT = 500;

const UNAVAILABLE = 'CONNECTOR_UNAVAILABLE';
const HOUSEKEEPING_MS = 5000;

export interface Driver {
  id: number;
  brandId: number;
}
type Request = z.output<typeof StartRequest>;

const rejected = (info: string): RemoteAnswer => ({ status: 'Rejected', info });
const ACCEPTED: RemoteAnswer = { status: 'Accepted', info: '' };
const TIMED_OUT: RemoteAnswer = { status: 'TimedOut', info: '' };

/** Starts once per key: sent again, it gets the same answer. */
export function startCharge(
  context: BackendContext,
  central: CentralSystem,
  driver: Driver,
  request: Request,
  key: string,
): Promise<RemoteAnswer> {
  return answerOnce(context.db, {
    userId: driver.id,
    key,
    content: request,
    answer: () => start(context, central, driver, request, key),
    recover: () => outcomeOf(context, driver, key),
  });
}

async function start(
  context: BackendContext,
  central: CentralSystem,
  driver: Driver,
  request: Request,
  key: string,
): Promise<RemoteAnswer> {
  // The answer got lost on its way to the database after the attempt was made.
  const [earlier] = await context.db.select().from(startAttempts).where(isMade(driver, key));
  if (earlier) return outcomeOf(context, driver, key);
  const found = await findByNumber(context.db, request.ChargePointID, driver.brandId);
  if (!found) return rejected('CHARGER_NOT_FOUND');
  const vehicle = await chooseVehicle(context, driver, request.uvId);
  if ('refusal' in vehicle) return rejected(vehicle.refusal);
  const opened = await openAttempt(context, driver, found.connector, vehicle.id, request.udcId, key);
  if ('refusal' in opened) {
    if (opened.refusal.info === UNAVAILABLE) void askStatus(central, found.connector);
    return opened.refusal;
  }
  return askToStart(context, central, opened);
}

/** The driver's own vehicle; the only one where none is named. */
async function chooseVehicle(
  { db }: BackendContext,
  driver: Driver,
  uvId: string | undefined,
): Promise<{ id: number | null } | { refusal: string }> {
  const own = await db.select({ id: vehicles.id }).from(vehicles).where(eq(vehicles.userId, driver.id));
  if (uvId) {
    const named = own.find(({ id }) => id === wholeNumber(uvId));
    return named ?? { refusal: 'VEHICLE_NOT_FOUND' };
  }
  if (own.length > 1) return { refusal: 'VEHICLE_REQUIRED' };
  return own[0] ?? { id: null };
}

/** Takes connector, credit and coupon, all or none, while nobody else can. */
function openAttempt(
  context: BackendContext,
  driver: Driver,
  { chargePointId, connectorId }: { chargePointId: string; connectorId: number },
  vehicleId: number | null,
  udcId: string | undefined,
  key: string,
): Promise<Attempt | { refusal: RemoteAnswer }> {
  const now = context.now();
  return context.db.transaction(async (tx) => {
    const here = and(eq(connectors.chargePointId, chargePointId), eq(connectors.connectorId, connectorId));
    const [connector] = await tx.select().from(connectors).where(here).for('update');
    const [chargePoint] = await tx.select().from(chargePoints).where(eq(chargePoints.id, chargePointId));
    const [other] = await tx
      .select({ id: startAttempts.id })
      .from(startAttempts)
      .where(
        and(
          eq(startAttempts.chargePointId, chargePointId),
          eq(startAttempts.connectorId, connectorId),
          inArray(startAttempts.status, OPEN),
          gt(startAttempts.deadline, now),
        ),
      );
    const free = connector?.status === 'Available' || connector?.status === 'Preparing';
    if (!chargePoint?.online || !free || other) return { refusal: rejected(UNAVAILABLE) };
    const price = await currentPriceOf(tx, chargePointId, now);
    if (!price) throw new Error(`no price for ${chargePointId} now`);
    const coupon = udcId
      ? await findUsable(tx, { userId: driver.id, udcId, siteId: chargePoint.siteId, now })
      : undefined;
    if (typeof coupon === 'string') return { refusal: { status: 'Error', info: coupon } };
    const holdId = await openHold(tx, driver.id, LEAST_CREDIT);
    if (holdId === undefined) return { refusal: rejected(LOW_BALANCE) };
    const [attempt] = await tx
      .insert(startAttempts)
      .values({
        userId: driver.id,
        idempotencyKey: key,
        contentHash: '',
        chargePointId,
        connectorId,
        vehicleId,
        idTag: newIdTag(),
        holdId,
        price: coupon ? { ...price, coupon: coupon.terms } : price,
        deadline: pendingDeadline(context),
        createdAt: now,
      })
      .returning();
    if (!attempt) throw new Error('no attempt was written');
    if (coupon) await takeCoupon(tx, coupon.id, attempt.id, now);
    return attempt;
  });
}

/** What we believe of the connector may be old news: the next attempt shall know better. */
function askStatus(central: CentralSystem, { chargePointId, connectorId }: typeof connectors.$inferSelect) {
  const params = { requestedMessage: 'StatusNotification', connectorId };
  return central.ask(chargePointId, 'TriggerMessage', params, HOUSEKEEPING_MS);
}

async function askToStart(context: BackendContext, central: CentralSystem, attempt: Attempt) {
  const { id, chargePointId, connectorId, idTag } = attempt;
  const reply = await central.ask(
    chargePointId,
    'RemoteStartTransaction',
    { connectorId, idTag },
    answerMsOf(context),
  );
  if (reply?.status === 'Accepted') await acceptAttempt(context, id);
  else {
    const errorCode = reply ? 'Rejected' : 'TimedOut';
    await endAttempts(context.db, eq(startAttempts.id, id), 'failed', errorCode);
  }
  // The charge may have begun before its reply came, or have failed meanwhile: what counts is where it stands now.
  const [now] = await context.db.select().from(startAttempts).where(eq(startAttempts.id, id));
  return answerOf(now);
}

const isMade = (driver: Driver, key: string) =>
  and(eq(startAttempts.userId, driver.id), eq(startAttempts.idempotencyKey, key));

/** What came of a start whose answer was lost. One that nobody waits for any more is ended: it can't begin unseen. */
async function outcomeOf({ db }: BackendContext, driver: Driver, key: string): Promise<RemoteAnswer> {
  const made = isMade(driver, key);
  await endAttempts(db, and(made, eq(startAttempts.status, 'pending')), 'failed', 'TimedOut');
  const [attempt] = await db.select().from(startAttempts).where(made);
  return answerOf(attempt);
}

function answerOf(attempt: Attempt | undefined): RemoteAnswer {
  if (attempt?.status === 'accepted' || attempt?.status === 'started') return ACCEPTED;
  const code = attempt?.errorCode ?? 'TimedOut';
  return code === 'TimedOut' ? TIMED_OUT : rejected(code);
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** OCPP's IdToken has at most 20 characters and no case: 100 bits of chance. */
function newIdTag(): string {
  return Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
