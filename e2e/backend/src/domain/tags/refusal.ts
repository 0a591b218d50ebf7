/** Whether a driver's card or car may begin a charge, by the rules of a start from the app. */
import type { Db } from '../../platform/database/database.ts';
import { and, eq, gte, inArray, isNull, ne, or, sql } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import {
  brands,
  chargePoints,
  connectors,
  type IdTagRow,
  siteBrands,
  transactions,
  users,
} from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';
import { isOwner } from './owner.ts';

/** The charge of a car with an identifier that is used elsewhere at the same time. */
export interface CopiedTag {
  transactionId: number;
  userId: number;
}

interface TagRefusal {
  verdict: 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx';
  copied?: CopiedTag;
}

/** A charge of which nothing was reported for this time may have ended, and its charge point is silent. */
const SILENT_MS = 15 * MINUTE_MS;
/** A start that is reported later was made while the charge point was offline: the car may have moved since. */
const LIVE_MS = 2 * MINUTE_MS;

/**
 * Returns why a tag begins no charge here: it had expired, its user had blocked it, the charge point wasn't
 * in service yet, the owner's brand doesn't have the site or doesn't let cars begin charges, or the car has
 * begun another charge that still runs, so its identifier has been copied.
 * @param times `at`: when the charge begins
 */
export async function refusalOf(
  db: Db,
  tag: IdTagRow,
  chargePointId: string,
  { at, now }: { at: Date; now: Date },
): Promise<TagRefusal | undefined> {
  const { userId, vehicleId, isCar, blockedAt, validUntil } = tag;
  if (validUntil && validUntil <= at) return { verdict: 'Expired' };
  // An operator's own card.
  if (userId === null && vehicleId === null) return undefined;
  if (blockedAt && blockedAt <= at) return { verdict: 'Blocked' };
  const [brand] = await db
    .select({ autocharge: brands.autocharge, preparingSince: chargePoints.preparingSince })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .innerJoin(siteBrands, eq(siteBrands.brandId, brands.id))
    .innerJoin(chargePoints, eq(chargePoints.siteId, siteBrands.siteId))
    .where(and(isOwner(db, tag), eq(chargePoints.id, chargePointId)));
  if (!brand || (brand.preparingSince && brand.preparingSince <= at)) return { verdict: 'Invalid' };
  if (!isCar || userId === null) return undefined;
  if (!brand.autocharge) return { verdict: 'Invalid' };
  // Its vehicle is deleted if the link has ended since.
  if (vehicleId === null || at < addMs(now, -LIVE_MS)) return undefined;
  const since = addMs(now, -SILENT_MS);
  const lastSign = sql`coalesce(${transactions.sampledAt}, ${transactions.startedAt})`;
  // By the server's clock, since that of the charge point may be behind. The status shows that a charge
  // which was reported late isn't over.
  const isCharging = and(
    inArray(connectors.status, ['Charging', 'SuspendedEV', 'SuspendedEVSE']),
    gte(connectors.updatedAt, since),
  );
  const [other] = await db
    .select({ transactionId: transactions.id })
    .from(transactions)
    .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
    .innerJoin(connectors, isAt(connectors, transactions))
    .where(
      and(
        eq(transactions.vehicleId, vehicleId),
        eq(transactions.userId, userId),
        // In the app, a driver may start another car's charge with this vehicle selected.
        isNull(transactions.attemptId),
        isNull(transactions.stoppedAt),
        or(gte(lastSign, since), isCharging),
        eq(chargePoints.online, true),
        ne(transactions.chargePointId, chargePointId),
      ),
    )
    .limit(1);
  return other && { verdict: 'ConcurrentTx', copied: { ...other, userId } };
}
