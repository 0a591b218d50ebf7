/**
 * Decides which limits to send to a site's charge points, so that all of them together can't exceed any
 * limit of the site, even if they behave as badly as OCPP lets them.
 */
import type { PowerGrant, PowerState } from '../../platform/database/schema.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { acceptedGrant } from '../charging/shared-power.ts';
import {
  allowedSince,
  allowedW,
  couldDraw,
  exceedsLimit,
  floorToStep,
  highestGrantW,
  LOWERED_MS,
  type PoweredConnector,
  RAISED_MS,
  type SitePower,
  shareOf,
} from './site-power.ts';
import { targetsOf } from './targets.ts';

/** Shortest time between two changes of a connector's limit, except to avoid an overload. */
export const CHANGE_MS = 30 * SECOND_MS;
const RETRY_MS = 30 * SECOND_MS;
/** A car that gets power after a pause, or at first, has this long to take some. */
const WAKE_MS = MINUTE_MS;
/** A message that was sent this long before another one can't arrive after it. */
const LATE_MS = 30 * SECOND_MS;
/** A smaller raise isn't worth a message, in W and as part of the limit. */
const MIN_RAISE_W = 500;
const MIN_RAISE = 0.05;
/** A grant with less time left is renewed. */
const RENEW_RAISED_MS = RAISED_MS - 2 * MINUTE_MS;
const RENEW_LOWERED_MS = LOWERED_MS - 5 * MINUTE_MS;

export interface PowerChange {
  connector: PoweredConnector;
  /** The state so far. */
  before: PowerState;
  /** The state to store before anything is sent. */
  state: PowerState;
  /** To be sent, in this order. */
  grants: PowerGrant[];
}

/** Returns the changes of connectors' states or limits at `now`. */
export function allocate(given: SitePower, now: number): PowerChange[] {
  const site = { ...given, connectors: given.connectors.map((connector) => noticed(connector, now)) };
  const targets = targetsOf(site, now);
  const could = new Map(site.connectors.map((connector) => [connector, couldDraw(connector, now)]));
  const couldOf = (connector: PoweredConnector) => could.get(connector) ?? connector.maxW;
  const roomIn = (name: string) =>
    site.connectors
      .filter(({ limits }) => limits.includes(name))
      .reduce((room, connector) => room - couldOf(connector), site.limits.get(name) ?? 0);
  const roomFor = ({ limits }: PoweredConnector) => Math.min(...limits.map(roomIn));
  /** Returns what other connectors leave of the connector's limits. */
  const leftBy = (wattsOf: (other: PoweredConnector) => number, connector: PoweredConnector) =>
    Math.min(
      ...connector.limits.map((name) =>
        site.connectors
          .filter((other) => other !== connector && other.limits.includes(name))
          .reduce((room, other) => room - wattsOf(other), site.limits.get(name) ?? 0),
      ),
    );
  const overloaded = new Set(site.connectors.filter((connector) => roomFor(connector) < 0));
  /** Returns whether another connector is about to free power that this one could get. */
  const waitsForOthers = (connector: PoweredConnector) =>
    [...targets].some(
      ([other, target]) =>
        other !== connector &&
        other.limits.some((name) => connector.limits.includes(name)) &&
        target < couldOf(other),
    );
  /**
   * Returns what the connector may be limited to at first, such as after a restart, while others may still draw
   * more than they should. Those that aren't limited either will get their targets together with it, or have
   * kept what they had.
   */
  const firstRoomFor = (connector: PoweredConnector) => {
    const countOf = (other: PoweredConnector) =>
      acceptedGrant(other.state)
        ? couldOf(other)
        : Math.max(targets.get(other) ?? couldOf(other), highestGrantW(other, now));
    return floorToStep(Math.max(0, leftBy(countOf, connector)));
  };
  const fallbacks = new Map(site.connectors.map((one) => [one, highestFallback(site, one)]));
  /** Returns the connector's share, or less while others may still fall back to more than theirs. */
  const fallbackOf = (connector: PoweredConnector) => {
    const room = leftBy((other) => fallbacks.get(other) ?? 0, connector);
    return floorToStep(Math.max(0, Math.min(shareOf(site, connector), room)));
  };
  const planned = new Map<PoweredConnector, PowerGrant[]>();

  function plan(connector: PoweredConnector, isRaise: boolean) {
    const { state, charge } = connector;
    const target = targets.get(connector) ?? 0;
    const thenW = fallbackOf(connector);
    const isDamped =
      now < state.changedAt + CHANGE_MS && acceptedGrant(state) && (isRaise || !overloaded.has(connector));
    const wanted = [
      { wantedW: Math.min(target, thenW), transactionId: undefined },
      ...(charge ? [{ wantedW: target, transactionId: charge.transactionId }] : []),
    ];
    for (const { wantedW, transactionId } of wanted) {
      const known = acceptedGrant(state, transactionId);
      const current = currentOf(connector, transactionId, now);
      const isUp = wantedW > current;
      if (isUp !== isRaise) continue;
      let limitW = acceptedGrant(state) ? wantedW : Math.min(wantedW, firstRoomFor(connector));
      const mostRaised = floorToStep(couldOf(connector) + roomFor(connector));
      if (isRaise) {
        // What it could draw later, when others have ended their raises, isn't free now.
        const most = Math.max(current, mostRaised);
        if (most < wantedW) limitW = waitsForOthers(connector) ? current : most;
        if (limitW < connector.minW && transactionId !== undefined) limitW = current;
      }
      const isChange =
        !isDamped &&
        ((known === undefined && transactionId === undefined) || isWorthIt(current, limitW, connector));
      if (!isChange) limitW = Math.min(current, connector.maxW);
      const isKnown = known && known.thenW === thenW && !hasUnconfirmed(state, transactionId);
      const isNeeded = isChange || (known && (!isKnown || isEnding(known, now)));
      if (!isNeeded) continue;
      // A raise isn't prolonged while others could draw too much: it ends by itself.
      if (limitW > thenW && limitW > mostRaised) {
        if (!isChange || isRaise) continue;
        limitW = Math.max(thenW, mostRaised);
      }
      const grant: PowerGrant = {
        limitW,
        until: now + (limitW > thenW ? RAISED_MS : LOWERED_MS),
        thenW,
        sentAt: now,
        isAccepted: false,
        ...(transactionId !== undefined && { transactionId }),
      };
      planned.set(connector, [...(planned.get(connector) ?? []), grant]);
      could.set(connector, Math.max(couldOf(connector), limitW));
      fallbacks.set(connector, Math.max(fallbacks.get(connector) ?? 0, thenW));
    }
  }

  for (const connector of targets.keys()) plan(connector, false);
  for (const connector of targets.keys()) plan(connector, true);
  return site.connectors.flatMap((connector, i) => {
    const grants = planned.get(connector) ?? [];
    const before = given.connectors[i]?.state ?? connector.state;
    if (grants.length === 0 && connector.state === before) return [];
    const isChanged = grants.some(
      ({ limitW, transactionId }) => limitW !== currentOf(connector, transactionId, now),
    );
    const state = {
      ...connector.state,
      grants: grants.reduce(withGrant, connector.state.grants),
      ...(isChanged && { changedAt: now }),
    };
    return [{ connector, before, state, grants }];
  });
}

/**
 * Returns the state after a charge point's reply to a grant: `unknown` if it may have accepted it, such as
 * after a timeout.
 */
export function settle(
  state: PowerState,
  grant: PowerGrant,
  reply: 'accepted' | 'refused' | 'unknown',
  now: number,
): PowerState {
  const isSameKind = (one: PowerGrant) => one.transactionId === grant.transactionId;
  const isGrant = (one: PowerGrant) => isSameKind(one) && !one.isAccepted && one.sentAt === grant.sentAt;
  const retryAt = now + RETRY_MS;
  if (reply === 'unknown') return { ...state, retryAt };
  const others = state.grants.filter((one) => !isGrant(one));
  if (reply === 'refused') return { ...state, retryAt, grants: others };
  // Its profiles were cleared after this one was sent.
  if (others.length === state.grants.length)
    return { ...state, grants: others.filter((one) => !isSameKind(one)) };
  // Which of the two arrived last is unknown, so both may apply until one is accepted again.
  if (others.some((one) => isSameKind(one) && one.isAccepted && one.sentAt > grant.sentAt))
    return {
      ...state,
      grants: state.grants.map((one) => (isSameKind(one) ? { ...one, isAccepted: false } : one)),
    };
  const mayApply = (one: PowerGrant) => !isSameKind(one) || (!one.isAccepted && !isLate(one, grant));
  return { ...state, retryAt: 0, grants: [...others.filter(mayApply), { ...grant, isAccepted: true }] };
}

/** Returns whether a message with `one` can't arrive after the one with `next`. */
const isLate = (one: PowerGrant, next: PowerGrant) => one.sentAt + LATE_MS <= next.sentAt;

/** Returns the connector with what its present charge and measurement show. */
function noticed(connector: PoweredConnector, now: number): PoweredConnector {
  const { state, charge } = connector;
  const grants = state.grants.filter(
    ({ transactionId }) => transactionId === undefined || transactionId === charge?.transactionId,
  );
  const turn = turnAt(connector, now);
  const exceededAt = exceedsLimit(connector, now) ? charge?.sampledAt : state.exceededAt;
  const isSame = grants.length === state.grants.length && turn === state.turn;
  if (isSame && exceededAt === state.exceededAt) return connector;
  const { turn: _, ...others } = state;
  return {
    ...connector,
    state: { ...others, grants, ...(turn && { turn }), ...(exceededAt !== undefined && { exceededAt }) },
  };
}

/** Returns what the connector's car does, and since when. A connector that can't deliver doesn't show it. */
function turnAt(connector: PoweredConnector, now: number): PowerState['turn'] {
  const { state, charge, minW } = connector;
  if (!charge) return undefined;
  const { transactionId, since } = charge;
  const known = state.turn?.transactionId === transactionId ? state.turn : undefined;
  if (charge.car === 'blocked') return known;
  const isFed = allowedW(connector, now) >= minW;
  const staysResting = known?.car === 'resting' && !isFed;
  const isAwake = known?.car !== 'waiting' && now >= (known?.since ?? since) + WAKE_MS;
  const hadPower = isFed && (known?.car === 'resting' || isAwake);
  const rests = charge.car === 'done' || (charge.car === 'idle' && hadPower);
  const car = rests || staysResting ? 'resting' : isFed ? 'fed' : 'waiting';
  if (known?.car === car) return known;
  const changedAt = car === 'waiting' ? allowedSince(connector, now) : known ? now : since;
  return { transactionId, car, since: Math.max(since, changedAt) };
}

/** Returns the limit in force for every charge, or for one. */
const currentOf = (connector: PoweredConnector, transactionId: number | undefined, now: number): number =>
  allowedW(transactionId === undefined ? { ...connector, charge: undefined } : connector, now);

/** Returns whether a change to `next` frees power, or gives a car enough more. */
function isWorthIt(current: number, next: number, { minW }: PoweredConnector): boolean {
  if (next <= current) return next < current;
  return (current < minW && next >= minW) || next - current >= Math.max(MIN_RAISE_W, current * MIN_RAISE);
}

const hasUnconfirmed = ({ grants }: PowerState, transactionId: number | undefined) =>
  grants.some((grant) => !grant.isAccepted && grant.transactionId === transactionId);

/** Returns whether a grant is to be sent again, also one that doesn't end: the charge point may have lost it. */
const isEnding = ({ limitW, thenW, until }: PowerGrant, now: number) =>
  until - now < (limitW > thenW ? RENEW_RAISED_MS : RENEW_LOWERED_MS);

/**
 * Returns what a connector may fall back to at most. One that has accepted nothing counts at its share while it
 * is sent that, otherwise at all that it can draw.
 */
function highestFallback(site: SitePower, connector: PoweredConnector): number {
  const { state, isOnline, maxW } = connector;
  const highest = Math.max(0, ...state.grants.map(({ thenW }) => thenW));
  if (acceptedGrant(state)) return highest;
  return isOnline && state.retryAt === 0 ? Math.max(highest, shareOf(site, connector)) : maxW;
}

/** Adds a grant; earlier ones that may apply or not become one that allows as much as any of them. */
function withGrant(grants: PowerGrant[], grant: PowerGrant): PowerGrant[] {
  const isUnsure = (one: PowerGrant) =>
    !one.isAccepted && one.transactionId === grant.transactionId && isLate(one, grant);
  const unsure = grants.filter(isUnsure);
  const [first] = unsure;
  if (!first) return [...grants, grant];
  const most = (name: 'limitW' | 'thenW' | 'until') => Math.max(...unsure.map((one) => one[name]));
  const highest = { ...first, limitW: most('limitW'), thenW: most('thenW'), until: most('until') };
  return [...grants.filter((one) => !isUnsure(one)), highest, grant];
}
