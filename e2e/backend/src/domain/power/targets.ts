/** Decides how much of a site's power each connector should get. */
import { MINUTE_MS } from '../../platform/time.ts';
import { compareByNeed } from '../charging/charging-priority.ts';
import {
  allowedW,
  couldDraw,
  FOLLOW_MS,
  floorToStep,
  isDisobedient,
  type PoweredConnector,
  type SitePower,
  STEP_W,
  shareOf,
} from './site-power.ts';

/** A car that has waited this long gets its minimum before the others. */
const DUE_MS = 4 * MINUTE_MS;
/** A car that has begun to charge keeps its minimum this long. */
const TURN_MS = MINUTE_MS;
/** A car that draws less than this part of its limit doesn't need all of it. */
const USES_LIMIT = 0.9;
/** How long after the last failure a charge point counts as one that obeys. */
const FORGIVE_MS = MINUTE_MS;
/** What such a car gets, so that more can be noticed when it draws more. */
const SPARE = 1.25;
/** Demands are multiples of it, so that not every measurement changes the limits. */
const DEMAND_STEP_W = 500;

type Charging = PoweredConnector & { charge: NonNullable<PoweredConnector['charge']> };
const isCharging = (connector: PoweredConnector): connector is Charging => connector.charge !== undefined;

/** Returns whether the server can change the connector's limit now. */
const isControllable = (connector: PoweredConnector, now: number): boolean =>
  connector.isOnline && now >= connector.state.retryAt && !isDisobedient(connector, now);

/** Returns whether the charge point has lately refused a limit, or not replied, and accepted none since. */
const hasFailed = ({ state: { retryAt } }: PoweredConnector, now: number) =>
  retryAt > 0 && now < retryAt + FORGIVE_MS;

/**
 * Returns the power that each controllable connector should get, by what its car does: first the cars their minimum, in turn if
 * there isn't enough for all, then more by the site's policy, then what is left to cars that take none, to
 * free connectors and to cars that seem to need no more. The others count at what they could draw.
 */
export function targetsOf(site: SitePower, now: number): Map<PoweredConnector, number> {
  const left = new Map(site.limits);
  const targets = new Map<PoweredConnector, number>();
  const controllable = site.connectors.filter((connector) => isControllable(connector, now));
  const own = controllable.filter((connector) => !hasFailed(connector, now));
  const targetOf = (connector: PoweredConnector) => targets.get(connector) ?? 0;
  const leftOf = (name: string) => Math.max(0, left.get(name) ?? 0);
  const roomFor = ({ limits }: PoweredConnector) => Math.min(...limits.map(leftOf));
  function reserve({ limits }: PoweredConnector, watts: number) {
    for (const name of limits) left.set(name, (left.get(name) ?? 0) - watts);
  }
  function give(connector: PoweredConnector, watts: number) {
    reserve(connector, watts);
    targets.set(connector, targetOf(connector) + watts);
  }
  const giveIfItFits = (connector: PoweredConnector, watts: number) => {
    if (roomFor(connector) >= watts) give(connector, watts);
  };
  /** Raises all equally until each has what it wants or one of its limits is used up. */
  function fill(group: PoweredConnector[], wantedOf: (connector: PoweredConnector) => number) {
    const needOf = (connector: PoweredConnector) => wantedOf(connector) - targetOf(connector);
    const isOpen = (connector: PoweredConnector) => needOf(connector) >= 1 && roomFor(connector) >= 1;
    for (let open = group.filter(isOpen); open.length > 0; open = open.filter(isOpen)) {
      const sharing = (name: string) => open.filter(({ limits }) => limits.includes(name)).length;
      const parts = open.flatMap(({ limits }) => limits.map((name) => leftOf(name) / sharing(name)));
      const step = Math.min(...parts, ...open.map(needOf));
      for (const connector of open) give(connector, step);
    }
  }

  for (const connector of site.connectors)
    if (!own.includes(connector)) reserve(connector, couldDraw(connector, now));
  const cars = own.filter(isCharging);
  const hungry = cars.filter((car) => !takesNone(car));
  const fed: PoweredConnector[] = [];
  for (const car of inTurn(hungry, site, now)) {
    if (roomFor(car) >= car.minW) {
      give(car, car.minW);
      fed.push(car);
    } else if (isDue(car, now)) {
      // Reserves the remaining power, otherwise cars that need less would always use it.
      reserve(car, roomFor(car));
    }
  }
  const demand = (connector: PoweredConnector) => demandOf(connector, now);
  if (site.policy === 'fair') fill(fed, demand);
  else for (const car of byPolicy(hungry, site, now)) if (fed.includes(car)) fill([car], demand);
  for (const car of cars) if (takesNone(car)) giveIfItFits(car, car.minW);
  for (const connector of own) if (!isCharging(connector)) giveIfItFits(connector, shareOf(site, connector));
  fill(fed, ({ maxW }) => maxW);
  // Tried again with what is always theirs.
  for (const connector of controllable)
    if (hasFailed(connector, now)) targets.set(connector, shareOf(site, connector));
  return new Map(
    controllable.map((connector) => [connector, floorToStep(targetOf(connector) + STEP_W / 1000)]),
  );
}

/** Returns what a connector's car would draw without any other car. */
function demandOf(connector: PoweredConnector, now: number): number {
  const { charge, maxW, minW, state } = connector;
  const { powerW, sampledAt = 0 } = charge ?? {};
  const allowed = allowedW(connector, now);
  if (powerW === undefined || allowed < minW) return maxW;
  const isOld = sampledAt < state.changedAt + FOLLOW_MS;
  if (isOld && state.changedAt > 0) return Math.max(allowed, minW);
  if (powerW >= USES_LIMIT * allowed) return maxW;
  return Math.min(maxW, Math.max(minW, Math.ceil((powerW * SPARE) / DEMAND_STEP_W) * DEMAND_STEP_W));
}

const takesNone = ({ state, charge }: Charging) => charge.car === 'blocked' || state.turn?.car === 'resting';
const isFed = ({ state }: Charging) => state.turn?.car === 'fed';
/** Since when the car has charged or waited. */
const turnSince = ({ state, charge }: Charging) => state.turn?.since ?? charge.since;
const isDue = (car: Charging, now: number) => !isFed(car) && now >= turnSince(car) + DUE_MS;

/** Returns the cars in the order in which they get their minimum. */
function inTurn(cars: Charging[], site: SitePower, now: number): Charging[] {
  const isNew = (car: Charging) => isFed(car) && now < turnSince(car) + TURN_MS;
  const bySince = (some: Charging[]) => some.toSorted((one, other) => turnSince(one) - turnSince(other));
  const others = cars.filter((car) => !isNew(car) && !isDue(car, now));
  return [
    ...bySince(cars.filter(isNew)),
    ...bySince(cars.filter((car) => isDue(car, now))),
    // The car that has charged longest is the first to pause.
    ...(site.policy === 'fair'
      ? [...bySince(others.filter(isFed)).reverse(), ...bySince(others.filter((car) => !isFed(car)))]
      : byPolicy(others, site, now)),
  ];
}

function byPolicy(cars: Charging[], { policy }: SitePower, now: number): Charging[] {
  const byStart = cars.toSorted((one, other) => one.charge.since - other.charge.since);
  if (policy !== 'battery') return byStart;
  const compare = compareByNeed(now);
  return byStart.sort((one, other) => compare(one.charge, other.charge));
}
