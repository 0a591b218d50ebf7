/** Connectors that are kept free for drivers who wait in line (`domain/waiting-line`). */
import { type SQL, sql } from '../../platform/database/orm.ts';
import { type ConnectorHold, connectors } from '../../platform/database/schema.ts';

type Hold = ConnectorHold | null | undefined;

/**
 * Returns whether a connector is kept for others: it is another driver's turn there, or drivers wait for
 * it and none of them has a turn yet.
 * @param userId undefined for a guest, and for a card that is no driver's
 */
export const isKeptFrom = (hold: Hold, userId: number | null | undefined): boolean =>
  hold?.turn ? hold.turn.userId !== userId : hold?.isWanted === true;

/** Condition on `connectors`: it is a waiting driver's turn there. */
export const isSomeonesTurn: SQL<boolean> = sql<boolean>`coalesce(${connectors.hold} ? 'turn', false)`;

/**
 * Returns the status that a user is shown: `Reserved`, as in OCPP, instead of a status with which a charge
 * can start while it is another driver's turn.
 */
export const shownStatus = <T extends string | null>(
  { status, hold }: { status: T; hold: Hold },
  userId?: number,
): T | 'Reserved' =>
  hold?.turn && isKeptFrom(hold, userId) && (status === 'Available' || status === 'Preparing')
    ? 'Reserved'
    : status;
