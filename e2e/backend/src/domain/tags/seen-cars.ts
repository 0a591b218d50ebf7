/**
 * Cars that charge points have recognised, but that aren't linked yet. An identifier is linked only
 * during a charge that its driver began in the app, so that users can't link another driver's car
 * by typing its identifier.
 */
import type { ConnectorStatus } from '@shared/contract';
import type { Db } from '../../platform/database/database.ts';
import { and, eq, gte, isNotNull, isNull, ne } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { connectors, seenCars, transactions } from '../../platform/database/schema.ts';
import { addMs, MINUTE_MS } from '../../platform/time.ts';

/** A charge point recognises the car this long before the charge at most, while its driver uses the app. */
const BEFORE_MS = 15 * MINUTE_MS;
/** It recognises a car that was plugged in for a start soon after it began. */
const AFTER_MS = 2 * MINUTE_MS;
/** How long a seen identifier is kept: longer than a car stays plugged in. */
export const SEEN_KEPT_MS = 24 * 60 * MINUTE_MS;

/**
 * Stores a recognised car at the only connector with a plugged in car and no charge. With several of them
 * it isn't known which car it is, since Authorize names no connector (OCPP 1.6 §6.1).
 */
export async function noteSeenCar(db: Db, chargePointId: string, tag: string, at: Date): Promise<void> {
  const plugged = await db
    .select({ connectorId: connectors.connectorId })
    .from(connectors)
    .where(and(eq(connectors.chargePointId, chargePointId), eq(connectors.status, 'Preparing')));
  const [place, another] = plugged;
  if (!place || another) return;
  const seen = { tag, seenAt: at };
  await db
    .insert(seenCars)
    .values({ chargePointId, connectorId: place.connectorId, ...seen })
    .onConflictDoUpdate({ target: [seenCars.chargePointId, seenCars.connectorId], set: seen });
}

/** A charge point may send Authorize for a car before it reports that the car is plugged in. */
const STATUS_DELAY_MS = MINUTE_MS;

/**
 * Forgets the car of a connector that is free, since another one may come. A car that is plugged in at
 * another connector may be the one that was just recognised, so that one isn't certain.
 */
export async function forgetSeenCars(
  db: Db,
  here: ConnectorKey,
  status: ConnectorStatus,
  now: Date,
): Promise<void> {
  const uncertain = and(
    eq(seenCars.chargePointId, here.chargePointId),
    ne(seenCars.connectorId, here.connectorId),
    gte(seenCars.seenAt, addMs(now, -STATUS_DELAY_MS)),
  );
  if (status === 'Available') await db.delete(seenCars).where(isAt(seenCars, here));
  else if (status === 'Preparing') await db.delete(seenCars).where(uncertain);
}

export interface Linkable {
  transactionId: number;
  startedAt: Date;
  vehicleId: number;
  tag: string;
}

/** Returns a user's running charges of recognised cars that were begun in the app. */
export async function readLinkable(db: Db, userId: number): Promise<Linkable[]> {
  const rows = await db
    .select({ charge: transactions, seen: seenCars })
    .from(transactions)
    .innerJoin(seenCars, isAt(seenCars, transactions))
    .where(
      and(
        eq(transactions.userId, userId),
        isNull(transactions.stoppedAt),
        isNotNull(transactions.attemptId),
        isNotNull(transactions.vehicleId),
      ),
    );
  return rows.flatMap(({ charge: { id, vehicleId, startedAt }, seen: { tag, seenAt } }) =>
    vehicleId !== null && seenAt >= addMs(startedAt, -BEFORE_MS) && seenAt <= addMs(startedAt, AFTER_MS)
      ? [{ transactionId: id, startedAt, vehicleId, tag }]
      : [],
  );
}
