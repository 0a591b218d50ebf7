/** Tracks which charge points are online. */
import { and, eq, inArray, lt } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { chargePoints, connectors } from '../db/schema.ts';
import { addMs, SECOND_MS } from '../time.ts';

type Context = Pick<BackendContext, 'db' | 'bus' | 'now'>;

/** The instance of a charge point that hasn't been seen for this long has died. */
const FORGOTTEN_MS = 90 * SECOND_MS;

/** Updates a charge point's presence and republishes all of its connectors. */
export async function setOnline(context: Context, chargePointId: string, online: boolean): Promise<void> {
  await context.db
    .update(chargePoints)
    .set({ online, lastSeenAt: context.now() })
    .where(eq(chargePoints.id, chargePointId));
  const ids = await context.db
    .select({ connectorId: connectors.connectorId })
    .from(connectors)
    .where(eq(connectors.chargePointId, chargePointId));
  for (const { connectorId } of ids)
    await context.bus.publish({ kind: 'connector', chargePointId, connectorId });
}

/** Refreshes this instance's charge points, and marks those of dead instances as offline. */
export async function refreshPresence(context: Context, present: string[]): Promise<void> {
  const { db, now } = context;
  if (present.length > 0) {
    await db
      .update(chargePoints)
      .set({ online: true, lastSeenAt: now() })
      .where(inArray(chargePoints.id, present));
  }
  const forgotten = await db
    .select({ id: chargePoints.id })
    .from(chargePoints)
    .where(and(eq(chargePoints.online, true), lt(chargePoints.lastSeenAt, addMs(now(), -FORGOTTEN_MS))));
  for (const { id } of forgotten) await setOnline(context, id, false);
}
