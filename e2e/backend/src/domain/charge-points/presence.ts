/**
 * Tracks which charge points are online, and which instance holds the connection of each. The
 * newest connection wins, wherever it is: each one increments the charge point's `epoch`, and the
 * end of a connection is ignored unless the epoch is still its own.
 *
 * Presence changes and is recorded in charges in one transaction, so that concurrent changes from
 * several instances are recorded in order.
 */

import type { Db } from '../../platform/database/database.ts';
import { and, eq, exists, inArray, isNull, notExists, type SQL, sql } from '../../platform/database/orm.ts';
import { inBatches } from '../../platform/database/rows.ts';
import { chargePoints, connectors, instances, transactions } from '../../platform/database/schema.ts';
import { isExpired, silentMs } from '../../platform/instances/instances.ts';
import { addMs, SECOND_MS } from '../../platform/time.ts';
import type { ChargePointsContext } from './context.ts';

type Context = Pick<ChargePointsContext, 'db' | 'bus' | 'now' | 'instance' | 'charges'>;

/** Charge points per statement, so that no statement takes long. */
const BATCH = 500;

const isMoving = sql<boolean>`coalesce(${chargePoints.offlineDueAt} > clock_timestamp(), false)`;

/** A connection of a charge point, and its number among the charge point's connections. */
type OwnConnection = Pick<typeof chargePoints.$inferSelect, 'id' | 'epoch'>;

/**
 * Records a new connection of a charge point to this instance, which ends any earlier one. Must
 * precede the handling of its messages.
 * @returns the connection's epoch, or undefined if the charge point isn't known any more
 */
export async function beginConnection(context: Context, id: string): Promise<number | undefined> {
  const at = context.now();
  const started = await context.db.transaction(async (tx) => {
    const byId = eq(chargePoints.id, id);
    const [found] = await tx
      .select({ previous: chargePoints, isMoving })
      .from(chargePoints)
      .where(byId)
      .for('no key update');
    if (!found) return undefined;
    const { previous } = found;
    const epoch = previous.epoch + 1;
    const present = { online: true, owner: context.instance.id, epoch, offlineDueAt: null };
    await tx
      .update(chargePoints)
      .set({ ...present, lastSeenAt: at, onlineSince: at })
      .where(byId);
    const since = found.isMoving ? undefined : await readOfflineSince(context, tx, previous, at);
    if (since) {
      // If its instance ended without notice, the end of the last connection isn't recorded yet.
      await context.charges.recordPresence(tx, id, true, since);
      await context.charges.recordPresence(tx, id, false, at);
    }
    return { epoch, previous };
  });
  if (!started) return undefined;
  const { epoch, previous } = started;
  // Publish even if no owner is stored: an instance presumed ended may still have a connection.
  if (previous.owner !== context.instance.id)
    await context.bus.publish({ kind: 'connected', chargePointId: id, epoch });
  if (!previous.online) await publishConnectors(context, [id]);
  return epoch;
}

/** Returns when a charge point went offline, or undefined if only its connection has changed. */
async function readOfflineSince(
  { instance }: Context,
  tx: Db,
  { online, owner, lastSeenAt }: typeof chargePoints.$inferSelect,
  at: Date,
): Promise<Date | undefined> {
  if (!online || owner === null) return lastSeenAt ?? at;
  if (owner === instance.id) return undefined;
  const [holder] = await tx.select({ isExpired, silentMs }).from(instances).where(eq(instances.id, owner));
  if (!holder) return lastSeenAt ?? at;
  return holder.isExpired ? addMs(at, -holder.silentMs) : undefined;
}

/** Marks a charge point as offline at the end of a connection, unless it has a newer one. */
export async function endConnection(context: Context, { id, epoch }: OwnConnection): Promise<void> {
  const isCurrent = and(eq(chargePoints.id, id), eq(chargePoints.epoch, epoch));
  await takeOffline(context, and(isCurrent, eq(chargePoints.owner, context.instance.id)), context.now());
}

/**
 * Leaves a charge point online for a few seconds after the end of a connection, in which it can
 * connect to another instance.
 */
export async function moveConnection(
  { db, now, instance, options }: Context & Pick<ChargePointsContext, 'options'>,
  { id, epoch }: OwnConnection,
): Promise<void> {
  const { owner, epoch: current } = chargePoints;
  const offlineDueAt = sql`clock_timestamp() + make_interval(secs => ${options.moveMs / SECOND_MS})`;
  await db
    .update(chargePoints)
    .set({ owner: null, offlineDueAt, lastSeenAt: now() })
    .where(and(eq(chargePoints.id, id), eq(owner, instance.id), eq(current, epoch)));
}

/**
 * Returns where a charge point is that isn't connected to this instance: stored as connected to
 * another one, possibly about to connect to one, or neither.
 */
export async function whereaboutsOf(
  { db, instance }: Pick<Context, 'db' | 'instance'>,
  id: string,
): Promise<'elsewhere' | 'moving' | 'nowhere'> {
  const { owner } = chargePoints;
  const [found] = await db.select({ isMoving, owner }).from(chargePoints).where(eq(chargePoints.id, id));
  if (found?.isMoving) return 'moving';
  return found?.owner && found.owner !== instance.id ? 'elsewhere' : 'nowhere';
}

/** Marks charge points as offline if their instance has ended or they haven't moved in time. */
export async function endLostConnections(context: Context): Promise<void> {
  const { db, now } = context;
  const ended = await db.select({ id: instances.id, silentMs }).from(instances).where(isExpired);
  for (const { id, silentMs: ms } of ended) {
    // The instance may have renewed its lease in the meantime.
    const lease = db
      .select({ one: sql`1` })
      .from(instances)
      .where(and(eq(instances.id, id), isExpired));
    await takeAllOffline(context, and(eq(chargePoints.owner, id), exists(lease)), addMs(now(), -ms));
    const owned = db.select({ one: sql`1` }).from(chargePoints).where(eq(chargePoints.owner, id));
    await db.delete(instances).where(and(eq(instances.id, id), isExpired, notExists(owned)));
  }
  await takeAllOffline(context, sql`${chargePoints.offlineDueAt} <= clock_timestamp()`);
}

/** Takes charge points offline in batches. */
async function takeAllOffline(context: Context, which: SQL | undefined, since?: Date): Promise<void> {
  // Almost always there is none: this runs every few seconds, and a transaction would be four statements.
  if ((await context.db.$count(chargePoints, which)) === 0) return;
  for (;;) {
    const due = context.db.select({ id: chargePoints.id }).from(chargePoints).where(which).limit(BATCH);
    // Another instance may be doing the same.
    const batch = inArray(chargePoints.id, due.for('no key update', { skipLocked: true }));
    if ((await takeOffline(context, batch, since)) < BATCH) return;
  }
}

/**
 * @param since when they were last seen; by default their `lastSeenAt`
 * @returns how many charge points were taken offline
 */
async function takeOffline(context: Context, which: SQL | undefined, since?: Date): Promise<number> {
  const ids = await context.db.transaction(async (tx) => {
    const taken = await tx
      .update(chargePoints)
      .set({ online: false, owner: null, offlineDueAt: null, ...(since && { lastSeenAt: since }) })
      .where(which)
      .returning({ id: chargePoints.id, lastSeenAt: chargePoints.lastSeenAt });
    const seen = new Map(taken.map(({ id, lastSeenAt }) => [id, lastSeenAt ?? context.now()]));
    const charging = await tx
      .selectDistinct({ id: transactions.chargePointId })
      .from(transactions)
      .where(and(inArray(transactions.chargePointId, [...seen.keys()]), isNull(transactions.stoppedAt)));
    for (const { id } of charging)
      await context.charges.recordPresence(tx, id, true, seen.get(id) ?? context.now());
    return [...seen.keys()];
  });
  await publishConnectors(context, ids);
  return ids.length;
}

async function publishConnectors({ db, bus }: Context, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const changed = await db
    .select({ chargePointId: connectors.chargePointId, connectorId: connectors.connectorId })
    .from(connectors)
    .where(inArray(connectors.chargePointId, ids));
  for (const connector of changed) await bus.publish({ kind: 'connector', ...connector });
}

/**
 * Compares this instance's connections with what is stored.
 * @returns those that a newer connection has replaced elsewhere, those that were marked as offline
 * while this instance didn't respond, and stored ones that it doesn't have, because the database
 * failed before it stored their end, or after it stored their begin
 */
export async function findLostConnections({ db, instance }: Context, own: ReadonlyMap<string, number>) {
  const replaced: string[] = [];
  const ended: string[] = [];
  const { id, owner, epoch } = chargePoints;
  for (const batch of inBatches([...own.keys()], BATCH)) {
    const rows = await db.select({ id, owner, epoch }).from(chargePoints).where(inArray(id, batch));
    for (const row of rows) {
      const ownEpoch = own.get(row.id) ?? 0;
      if (row.epoch > ownEpoch) replaced.push(row.id);
      else if (row.owner !== instance.id) ended.push(row.id);
    }
  }
  const stored = await db.select({ id, epoch }).from(chargePoints).where(eq(owner, instance.id));
  return { replaced, ended, closed: stored.filter((connection) => !own.has(connection.id)) };
}
