import type { Db } from '../../platform/database/database.ts';
import { eq } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { type ConnectorHold, connectors, startAttempts } from '../../platform/database/schema.ts';
import type { Randomness } from '../../platform/randomness.ts';
import { newIdTag } from '../tags/id-tag.ts';

/**
 * Returns the tag of a start on a connector that its transaction has locked: in the driver's turn the one
 * that the charge point has reserved it for. A further start of the same turn needs a new one, since tags
 * are unique; the reservation has to be cancelled then, and is returned.
 */
export async function tagForStart(
  { randomness }: { randomness: Randomness },
  tx: Db,
  here: ConnectorKey,
  hold: ConnectorHold | null | undefined,
): Promise<{ idTag: string; reservationId?: number }> {
  const idTag = newIdTag(randomness);
  if (!hold?.turn) return { idTag };
  const reserved = hold.turn.idTag;
  const isUsed = (await tx.$count(startAttempts, eq(startAttempts.idTag, reserved))) > 0;
  if (!isUsed) return { idTag: reserved };
  const { reservation, ...rest } = hold;
  await tx
    .update(connectors)
    .set({ hold: { ...rest, turn: { ...hold.turn, idTag } } })
    .where(isAt(connectors, here));
  return { idTag, ...(reservation?.isKept && { reservationId: reservation.id }) };
}
