/**
 * Reserves connectors at their charge points for the drivers who have the turn (ReserveNow). If a
 * charge point refuses or doesn't know the command, only the server refuses other starts.
 */
import { and, asc, eq, gt, isNotNull, sql } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { type ConnectorHold, connectors, startAttempts } from '../../platform/database/schema.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { evseOf } from '../charge-points/ocpp201/evses.ts';
import { groupOf } from '../tags/id-tag.ts';
import type { WaitingLineContext } from './context.ts';

type Context = Pick<WaitingLineContext, 'db' | 'now' | 'log' | 'options' | 'tagGroupKey'>;
type Reservation = NonNullable<ConnectorHold['reservation']>;
type Row = typeof connectors.$inferSelect;

/** Apart from the reservations of operators. */
const FIRST_ID = 900_000;

/**
 * Makes and cancels the reservations of all connectors with a changed turn. All connectors of an
 * EVSE have the same turn, and OCPP reserves the EVSE.
 */
export async function reserveTurns(context: Context, sendCall: SendCall): Promise<void> {
  const held = await context.db
    .select()
    .from(connectors)
    .where(isNotNull(connectors.hold))
    .orderBy(asc(connectors.connectorId));
  // One after the other at a charge point: some confuse calls that overlap.
  const byChargePoint = Map.groupBy(held, ({ chargePointId }) => chargePointId);
  await Promise.all(
    [...byChargePoint.values()].map(async (rows) => {
      for (const [row] of Map.groupBy(rows, (one) => evseOf(one).id).values())
        if (row) await reserveTurn(context, sendCall, row);
    }),
  );
}

async function reserveTurn(context: Context, sendCall: SendCall, row: Row): Promise<void> {
  // An EVSE has one reservation at most, so a newer one replaces it (OCPP 1.6 §5.13).
  const id = FIRST_ID + evseOf(row).id;
  const { turn, reservation } = row.hold ?? {};
  if (reservation && reservation.idTag !== turn?.idTag) await cancel(context, sendCall, row, reservation);
  const isDue = turn && reservation?.idTag !== turn.idTag && row.status === 'Available';
  if (!isDue || (await isStarting(context, row))) return;
  const { idTag, userId, until } = turn;
  const { chargePointId, connectorId } = row;
  const params = {
    reservationId: id,
    connectorId,
    expiryDate: new Date(until).toISOString(),
    idTag,
    parentIdTag: groupOf(context, userId),
  };
  const { commandTimeoutMs } = context.options;
  const { reply, failure, errorCode } = await sendCall(chargePointId, 'ReserveNow', params, commandTimeoutMs);
  // Without a reply it may be reserved.
  const isKept = reply ? reply.status === 'Accepted' : failure === 'timeout' || failure === 'disconnected';
  const status = reply?.status ?? errorCode ?? failure;
  context.log.info({ chargePointId, connectorId, status }, 'reserved for a turn');
  await store(context, row, { id, idTag, until, isKept });
}

async function cancel(context: Context, sendCall: SendCall, row: Row, reservation: Reservation) {
  if (reservation.isKept && reservation.until > context.now().getTime()) {
    const params = { reservationId: reservation.id };
    const { commandTimeoutMs } = context.options;
    const { reply } = await sendCall(row.chargePointId, 'CancelReservation', params, commandTimeoutMs);
    // Without a reply it may still be reserved.
    if (!reply) return;
  }
  await store(context, row, undefined);
}

/** Condition on a table with connectors: the same EVSE as a connector's. */
const isSameEvse = (row: Row) =>
  and(
    eq(connectors.chargePointId, row.chargePointId),
    eq(sql`coalesce(${connectors.evseId}, ${connectors.connectorId})`, evseOf(row).id),
  );

/** A start doesn't change what a charge point has reserved. */
async function isStarting({ db, now }: Context, here: Row): Promise<boolean> {
  const { deadline, status } = startAttempts;
  const isOpen = sql`${status} in ('pending', 'accepted')`;
  const open = await db
    .select({ id: startAttempts.id })
    .from(startAttempts)
    .innerJoin(connectors, isAt(startAttempts, connectors))
    .where(and(isSameEvse(here), isOpen, gt(deadline, now())));
  return open.length > 0;
}

/** The turn may have changed meanwhile. */
async function store({ db }: Context, row: Row, reservation: Reservation | undefined): Promise<void> {
  const stored = reservation ? sql`${JSON.stringify({ reservation })}::jsonb` : sql`'{}'::jsonb`;
  const hold = sql`(coalesce(${connectors.hold}, '{"isWanted": false}'::jsonb) - 'reservation') || ${stored}`;
  await db.update(connectors).set({ hold }).where(isSameEvse(row));
}
