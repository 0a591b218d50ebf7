/**
 * A line of drivers who wait for a connector of a site. Optional: a backend without these calls returns 404
 * or 405, and the app offers no line. Apart from `calls.ts`, which every page loads.
 */
// By package name: remotes bundle this file, but not the ones that it uses.
import { type Call, calls, id, instant, type LiveEvent, optional, text } from '@shared/contract';
import * as z from 'zod/mini';

const WaitingPlace = z.looseObject({
  csId: id,
  csName: optional(text),
  /** One of `PLUGS`. */
  plug: text,
  /** Place among the drivers of this plug; the first one is 1. */
  position: z.number(),
  /** Minutes until it is probably their turn; absent if it isn't known. */
  estimateMinutes: optional(z.number()),
  /** Whether the driver didn't come when it was their turn. A second time ends the wait. */
  missed: optional(z.boolean()),
  /** The connector that is kept for the driver; absent while they wait. */
  turn: optional(
    z.looseObject({
      chargePointId: id,
      connectorId: id,
      cpCode: optional(id),
      name: optional(text),
      until: instant,
    }),
  ),
});
export type WaitingPlace = z.output<typeof WaitingPlace>;

/** `GET /UserWaitingPlace` */
export const UserWaitingPlace = z.looseObject({ place: optional(WaitingPlace) });
export type UserWaitingPlace = z.output<typeof UserWaitingPlace>;

/** `POST /UserWaitingPlace`. The caller checks that the driver is near: no position is sent. */
export const WaitingRequest = z.object({ csId: id, Plug: text });

const PATH = '/UserWaitingPlace';
const TIMEOUT = 30_000;
const none = calls.balance.body;

export const waitingCalls = {
  waitingPlace: { method: 'GET', path: PATH, body: none, response: UserWaitingPlace, timeout: TIMEOUT },
  /**
   * Replaces the user's place elsewhere. 404 `SITE` or `PLUG`, 409 `CONNECTOR_FREE` if there is no need to
   * wait, 409 `CHARGING` if the user charges at the site, 409 `ERR_WALLET_LOW_BALANCE` without the credit that a
   * start there requires.
   */
  joinLine: { method: 'POST', path: PATH, body: WaitingRequest, response: none, timeout: TIMEOUT },
  /** Also gives up the user's turn. */
  leaveLine: { method: 'DELETE', path: PATH, body: none, response: none, timeout: TIMEOUT },
} as const satisfies Record<string, Call<string, z.ZodMiniType, z.ZodMiniType>>;

/** Statuses with which a connector is given to a driver in line, or taken from one. */
const MOVING: ReadonlySet<string | undefined> = new Set(['Available', 'Reserved', 'Faulted', 'Unavailable']);

/**
 * Returns whether the user's place in a line, or their turn, may have changed with a live event. Connectors of
 * the line's site send one whenever their turn changes. Not with meter values, which come with other statuses.
 */
export const mayMoveLine = (event: LiveEvent): boolean =>
  event.type === 'UpdateConnectorStatusIntegrationEvent'
    ? MOVING.has(event.connector.status)
    : event.type === 'StartTransactionIntegrationEvent';
