/** A driver's place in the line of a site. */
import { isFree } from '@shared/charging';
import { LOW_BALANCE, PLUGS } from '@shared/contract';
import { type UserWaitingPlace, waitingCalls } from '@shared/contract/waiting-line';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { idOf } from '../../platform/api/route.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, isNull } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  models,
  pricePeriods,
  sites,
  transactions,
  vehicles,
  type WaitingPlaceRow,
  waitingPlaces,
} from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { readFunds } from '../money/wallet/accounts.ts';
import { MIN_CREDIT } from '../money/wallet/ledger.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { requireSite } from '../sites/brand-sites.ts';
import { isInService } from '../sites/in-service.ts';
import { isInForceAt } from '../sites/prices.ts';
import { secondsToFull } from '../vehicles/battery.ts';
import { changeLine } from './change-line.ts';
import type { WaitingLineContext } from './context.ts';
import type { Line } from './rules.ts';

type View = z.input<typeof UserWaitingPlace>;

export function registerWaitingLineRoutes(app: FastifyInstance, context: WaitingLineContext): void {
  const { db } = context;

  userRoute(app, context, waitingCalls.waitingPlace, async ({ user }) => {
    const place = await placeOf(db, user.id);
    // So that changes of the connectors reach the driver, who reads the place again then.
    if (place) await context.watched.watch(user.id, place.siteId);
    return { place: place && (await describe(context, place)) };
  });

  userRoute(app, context, waitingCalls.joinLine, async ({ body, reply, user }) => {
    const siteId = idOf(body.csId);
    const plug = PLUGS.find((known) => known === body.Plug);
    const [brand] = await db.select().from(brands).where(eq(brands.id, user.brandId));
    if (!brand?.waitingLine) throw notFound('LINE');
    await requireSite(db, user.brandId, siteId);
    if (!plug) throw notFound('PLUG');
    if (await chargesAt(user.id, siteId)) throw new Failure(409, 'CHARGING');
    if (!(await canPay(user.id, siteId, plug))) throw new Failure(409, LOW_BALANCE);
    const before = await placeOf(db, user.id);
    await context.watched.watch(user.id, siteId);
    await changeLine(context, siteId, { kind: 'joined', userId: user.id, plug }, (line) =>
      requireWait(line, user.id, plug),
    );
    // Their turn elsewhere has ended.
    if (before && before.siteId !== siteId) await changeLine(context, before.siteId);
    reply.status(201);
  });

  userRoute(app, context, waitingCalls.leaveLine, async ({ user }) => {
    const place = await placeOf(db, user.id);
    if (place) await changeLine(context, place.siteId, { kind: 'left', userId: user.id });
  });

  /** Otherwise, accounts without credit could keep connectors reserved without ever charging. */
  async function canPay(userId: number, siteId: number, plug: (typeof PLUGS)[number]): Promise<boolean> {
    if ((await readFunds(db, userId)).wallet >= MIN_CREDIT) return true;
    const prices = await db
      .select({ price: pricePeriods.price })
      .from(chargePoints)
      .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
      .innerJoin(pricePeriods, eq(pricePeriods.profileId, chargePoints.priceProfileId))
      .where(
        and(
          eq(chargePoints.siteId, siteId),
          eq(connectors.plug, plug),
          isInService,
          isNull(chargePoints.preparingSince),
          isInForceAt(context.now()),
        ),
      );
    return prices.some(({ price }) => isFree(price));
  }

  async function chargesAt(userId: number, siteId: number): Promise<boolean> {
    const isOpen = and(eq(transactions.userId, userId), isNull(transactions.stoppedAt));
    const open = await db
      .select({ id: transactions.id })
      .from(transactions)
      .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
      .where(and(isOpen, eq(chargePoints.siteId, siteId)));
    return open.length > 0;
  }
}

async function placeOf(db: Db, userId: number): Promise<WaitingPlaceRow | undefined> {
  const [place] = await db.select().from(waitingPlaces).where(eq(waitingPlaces.userId, userId));
  return place;
}

/**
 * @throws 404 if the site has no such plug in use
 * @throws 409 if a connector is free and no driver has the turn
 */
function requireWait({ spots, places }: Line, userId: number, plug: Line['places'][number]['plug']): void {
  if (places.some((place) => place.userId === userId && place.plug === plug)) return;
  if (spots.some((spot) => spot.state === 'free' && !spot.turn && spot.plugs.includes(plug)))
    throw new Failure(409, 'CONNECTOR_FREE');
  // Connectors that are out of service may stay so.
  if (!spots.some((spot) => spot.plugs.includes(plug))) throw notFound('PLUG');
}

async function describe({ db, now }: WaitingLineContext, place: WaitingPlaceRow): Promise<View['place']> {
  const [site] = await db.select().from(sites).where(eq(sites.id, place.siteId));
  const isSamePlug = and(eq(waitingPlaces.siteId, place.siteId), eq(waitingPlaces.plug, place.plug));
  const line = await db.select().from(waitingPlaces).where(isSamePlug).orderBy(asc(waitingPlaces.id));
  const rows = await db
    .select({ connector: connectors, chargePoint: chargePoints })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(and(eq(chargePoints.siteId, place.siteId), eq(connectors.plug, place.plug), isInService));
  const turns = new Set(rows.map(({ connector }) => connector.hold?.turn?.userId));
  const own = rows.find(({ connector }) => connector.hold?.turn?.userId === place.userId);
  const ahead = line.filter(({ id }) => id < place.id);
  // Who has a turn already waits for none of the connectors that are in use.
  const waitsFor = ahead.filter(({ userId }) => !turns.has(userId)).length;
  return {
    csId: place.siteId,
    csName: site?.name,
    plug: place.plug,
    position: ahead.length + 1,
    missed: place.missed,
    estimateMinutes: own ? undefined : (await minutesUntilFull(db, place))[waitsFor],
    turn: own?.connector.hold?.turn && {
      chargePointId: own.chargePoint.id,
      connectorId: own.connector.connectorId,
      cpCode: own.chargePoint.code,
      name: own.connector.name,
      until: new Date(Math.max(own.connector.hold.turn.until, now().getTime())).toISOString(),
    },
  };
}

const ROUNDED_MINUTES = 5;

/**
 * Returns in how many minutes the cars at connectors with the plug are full at their present power, the
 * soonest first. Cars without a known battery, state of charge or power aren't included.
 */
async function minutesUntilFull(db: Db, { siteId, plug }: WaitingPlaceRow): Promise<number[]> {
  const rows = await db
    .select({ soc: connectors.soc, powerW: connectors.powerW, batteryKwh: models.batteryKwh })
    .from(transactions)
    .innerJoin(connectors, isAt(connectors, transactions))
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .innerJoin(vehicles, eq(vehicles.id, transactions.vehicleId))
    .innerJoin(models, eq(models.id, vehicles.modelId))
    .where(
      and(
        isNull(transactions.stoppedAt),
        eq(chargePoints.siteId, siteId),
        eq(chargePoints.online, true),
        eq(connectors.plug, plug),
        eq(connectors.status, 'Charging'),
      ),
    );
  return rows
    .flatMap(({ batteryKwh, ...connector }) => secondsToFull(batteryKwh, connector) ?? [])
    .map((seconds) => Math.ceil(seconds / 60 / ROUNDED_MINUTES) * ROUNDED_MINUTES)
    .sort((a, b) => a - b);
}
