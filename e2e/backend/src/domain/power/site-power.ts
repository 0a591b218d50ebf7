/**
 * A site's power at one instant, as plain data, and what each connector could draw. Powers are in W,
 * instants in ms since 1970.
 */
import type { PowerGrant, PowerPolicy, PowerState } from '../../platform/database/schema.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { Need } from '../charging/charging-priority.ts';
import { acceptedGrant, grantInForce } from '../charging/shared-power.ts';

/** How long a limit above the share holds unless it is renewed, so also after the server is gone. */
export const RAISED_MS = 5 * MINUTE_MS;
/**
 * How long a limit below the share holds. What a connector gets beyond its share comes from those that get less:
 * they must get their shares back only after all that is above has ended.
 */
export const LOWERED_MS = 15 * MINUTE_MS;
/** Tolerated deviation of a charge point's clock. */
const CLOCK_MARGIN_MS = MINUTE_MS;
/** How long a connector counts as unlimited after it has last exceeded its limit. */
const DISTRUST_MS = 15 * MINUTE_MS;
/** A charge point and its car have this long to follow a limit. */
export const FOLLOW_MS = 30 * SECOND_MS;
/** Limits are multiples of it. */
export const STEP_W = 100;

/** The car of a connector's open charge. */
interface PoweredCharge {
  transactionId: number;
  since: number;
  /**
   * What its connector reports: a car that takes power or would, one that has taken none for a while (some
   * charge points report so while we give it none), one that is done, or a connector that can't deliver.
   */
  car: 'ready' | 'idle' | 'done' | 'blocked';
  /** In percent. */
  soc?: number | undefined;
  /** What its vehicle needs before it departs, if known. */
  need?: Need | undefined;
  /** Measured power, and when. */
  powerW?: number | undefined;
  sampledAt?: number | undefined;
}

export interface PoweredConnector {
  chargePointId: string;
  connectorId: number;
  /** Names of the limits that it counts towards. */
  limits: string[];
  maxW: number;
  /** Below, a car pauses. */
  minW: number;
  isOnline: boolean;
  charge?: PoweredCharge | undefined;
  state: PowerState;
}

export interface SitePower {
  /** By name: of the site, and of its breakers. */
  limits: ReadonlyMap<string, number>;
  policy: PowerPolicy;
  connectors: PoweredConnector[];
}

export const EMPTY_STATE: PowerState = { grants: [], changedAt: 0, retryAt: 0 };

/** Returns the state after a restart: the charge point may have kept or lost what it was sent until then. */
export function withoutProof(state: PowerState, restartedAt: number): PowerState {
  if (!state.grants.some(({ sentAt, isAccepted }) => isAccepted && sentAt <= restartedAt)) return state;
  const grants = state.grants.map((one) => (one.sentAt <= restartedAt ? { ...one, isAccepted: false } : one));
  return { ...state, grants };
}

/** Returns what a charge of this connector may draw now, as far as the charge point has confirmed. */
export function allowedW(connector: PoweredConnector, now: number): number {
  const { maxW, state, charge } = connector;
  const grant = grantInForce(state, charge?.transactionId);
  return grant ? Math.min(maxW, now < grant.until ? grant.limitW : grant.thenW) : maxW;
}

/** Returns since when that has been so at most. */
export function allowedSince({ state, charge }: PoweredConnector, now: number): number {
  const grant = grantInForce(state, charge?.transactionId);
  return !grant || now < grant.until ? (grant?.sentAt ?? now) : grant.until;
}

/** Returns whether the connector has lately delivered more than its limit. */
export const isDisobedient = ({ state: { exceededAt } }: PoweredConnector, now: number): boolean =>
  exceededAt !== undefined && now < exceededAt + DISTRUST_MS;

/** Returns whether the newest measurement shows that the connector delivered more than it might. */
export function exceedsLimit(connector: PoweredConnector, now: number): boolean {
  const { charge, state } = connector;
  const { powerW, sampledAt } = charge ?? {};
  if (powerW === undefined || sampledAt === undefined || sampledAt > now) return false;
  const lastSentAt = Math.max(0, ...state.grants.map(({ sentAt }) => sentAt));
  return sampledAt > lastSentAt + FOLLOW_MS && powerW > grantedW(connector, sampledAt) * 1.1 + 500;
}

/** Returns what a connector could draw until the server next acts: all it has if it doesn't obey. */
export const couldDraw = (connector: PoweredConnector, now: number): number =>
  isDisobedient(connector, now) ? connector.maxW : grantedW(connector, now);

/**
 * Returns what a connector could draw if its charge point keeps what it has accepted and nothing else:
 * another car may begin at any time, a limit that isn't confirmed may apply or not, and the server
 * may be unable to renew one.
 */
function grantedW(connector: PoweredConnector, now: number): number {
  return acceptedGrant(connector.state)
    ? Math.min(connector.maxW, highestGrantW(connector, now))
    : connector.maxW;
}

/** Returns the most that the connector may draw by any of its grants, also unconfirmed ones; 0 without any. */
export function highestGrantW({ state, charge }: PoweredConnector, now: number): number {
  const own = ({ transactionId }: PowerGrant) =>
    transactionId === undefined || transactionId === charge?.transactionId;
  return Math.max(0, ...state.grants.filter(own).map((grant) => highestOf(grant, now)));
}

/** Returns the power that a grant allows now or before all present raises have ended. */
function highestOf({ limitW, until, thenW }: PowerGrant, now: number): number {
  if (limitW >= thenW) return now < until + CLOCK_MARGIN_MS ? limitW : thenW;
  return now + RAISED_MS + CLOCK_MARGIN_MS < until ? limitW : thenW;
}

/**
 * Returns what a connector falls back to: the same part of each limit for everybody, so that all of them
 * together are within it whatever happens.
 */
export function shareOf({ connectors, limits }: SitePower, { limits: own, maxW }: PoweredConnector): number {
  const parts = own.map(
    (name) => (limits.get(name) ?? 0) / connectors.filter((one) => one.limits.includes(name)).length,
  );
  return floorToStep(Math.min(maxW, ...parts));
}

export const floorToStep = (watts: number) => Math.floor(watts / STEP_W) * STEP_W;
