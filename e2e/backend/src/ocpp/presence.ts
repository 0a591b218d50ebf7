/** Tracks which charge points are online. */
import { and, eq, inArray, isNull, lt } from 'drizzle-orm';
import { recordPresence } from '../charging/record-periods.ts';
import type { BackendContext } from '../context.ts';
import { chargePoints, connectors, transactions } from '../db/schema.ts';
import { addMs, SECOND_MS } from '../time.ts';

type Context = Pick<BackendContext, 'db' | 'bus' | 'now'>;

/** The instance of a charge point that hasn't been seen for this long has died. */
const FORGOTTEN_MS = 90 * SECOND_MS;

/**
 * Updates a charge point's presence, also with its charges, and republishes all of its connectors.
 * @param since when the change happened
 */
export async function setOnline(
  context: Context,
  chargePointId: string,
  online: boolean,
  since = context.now(),
): Promise<void> {
  const here = eq(chargePoints.id, chargePointId);
  const [before] = await context.db
    .select({ lastSeenAt: chargePoints.lastSeenAt })
    .from(chargePoints)
    .where(here);
  // The end of the last connection isn't recorded if the server itself ended.
  if (online) await recordPresence(context, chargePointId, true, before?.lastSeenAt ?? since);
  await recordPresence(context, chargePointId, !online, since);
  await context.db
    .update(chargePoints)
    .set({ online, lastSeenAt: since, ...(online && { onlineSince: since }) })
    .where(here);
  const ids = await context.db
    .select({ connectorId: connectors.connectorId })
    .from(connectors)
    .where(eq(connectors.chargePointId, chargePointId));
  for (const { connectorId } of ids)
    await context.bus.publish({ kind: 'connector', chargePointId, connectorId });
}

/** Marks charge points as offline that this process or its predecessor served; all without `ids`. */
export async function setAllOffline(context: Context, ids?: string[]): Promise<void> {
  const served = and(eq(chargePoints.online, true), ids && inArray(chargePoints.id, ids));
  const charging = await context.db
    .selectDistinct({ id: chargePoints.id, lastSeenAt: chargePoints.lastSeenAt })
    .from(chargePoints)
    .innerJoin(transactions, eq(transactions.chargePointId, chargePoints.id))
    .where(and(served, isNull(transactions.stoppedAt)));
  for (const { id, lastSeenAt } of charging)
    await recordPresence(context, id, true, lastSeenAt ?? context.now());
  await context.db.update(chargePoints).set({ online: false }).where(served);
}

/** Refreshes this instance's charge points, and marks those of dead instances as offline. */
export async function refreshPresence(context: Context, present: string[]): Promise<void> {
  const { db, now } = context;
  if (present.length > 0) {
    const here = inArray(chargePoints.id, present);
    // The late end of an earlier connection, on this or another instance.
    const wronglyOffline = await db
      .select({ id: chargePoints.id })
      .from(chargePoints)
      .where(and(here, eq(chargePoints.online, false)));
    for (const { id } of wronglyOffline) await setOnline(context, id, true);
    await db.update(chargePoints).set({ lastSeenAt: now() }).where(here);
  }
  const forgotten = await db
    .select({ id: chargePoints.id, lastSeenAt: chargePoints.lastSeenAt })
    .from(chargePoints)
    .where(and(eq(chargePoints.online, true), lt(chargePoints.lastSeenAt, addMs(now(), -FORGOTTEN_MS))));
  for (const { id, lastSeenAt } of forgotten) await setOnline(context, id, false, lastSeenAt ?? now());
}
