/** A simulated site for tests of the allocator: charge points, cars, and messages that get lost. */
import type { PowerGrant, PowerPolicy, PowerState } from '../../platform/database/schema.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import type { Need } from '../charging/charging-priority.ts';
import { allocate, type PowerChange, settle } from './allocate.ts';
import { allowedW, EMPTY_STATE, type SitePower, withoutProof } from './site-power.ts';

const TICK_MS = 5 * SECOND_MS;
const SAMPLE_MS = 30 * SECOND_MS;
/** How long a charge point takes to report that the car charges again. */
const REPORT_MS = 50 * SECOND_MS;

/** What becomes of a message: `unheard` is applied without a reply, `lost` is neither. */
export type Manner = 'obeys' | 'refuses' | 'unheard' | 'lost' | 'ignores';

export interface Socket {
  maxW: number;
  minW: number;
  limits: string[];
  /** Deviation of the charge point's clock. */
  skewMs?: number;
  /** It reports a pause of ours as one of the car. */
  blamesCar?: boolean;
}

export interface Event {
  atMs: number;
  socket: number;
  what:
    | { kind: 'plug'; carW: number; soc?: number; need?: Need | undefined; isResting?: boolean }
    | { kind: 'fault'; isFaulted: boolean }
    | { kind: 'unplug' }
    | { kind: 'offline' | 'online' }
    | { kind: 'manner'; manner: Manner }
    | { kind: 'lose profiles' }
    | { kind: 'boot'; keepsProfiles: boolean }
    | { kind: 'server'; isRunning: boolean }
    | { kind: 'limit'; watts: number };
}

interface Station extends Socket {
  isOnline: boolean;
  isFaulted?: boolean;
  /** When it last gave a car less than its minimum. */
  pausedAt?: number;
  manner: Manner;
  grants: { every?: PowerGrant; charge?: PowerGrant };
  car?: {
    id: number;
    since: number;
    carW: number;
    soc?: number;
    need?: Need | undefined;
    isResting: boolean;
  };
  /** What the server knows of the car, which it learns while the charge point is online. */
  known?: Station['car'];
  sample?: { powerW: number; sampledAt: number };
  state: PowerState;
}

export interface Scene {
  limits: Record<string, number>;
  policy?: PowerPolicy;
  sockets: Socket[];
  events: Event[];
  forMs: number;
}

export const START = Date.UTC(2030, 0, 1);

/** Runs a scene, and calls `check` after each step of time and after each message. */
export function run(
  { limits: initial, policy = 'fair', sockets, events, forMs }: Scene,
  check: (world: ReturnType<typeof describe>) => void,
  onChange: (change: PowerChange, site: SitePower, now: number) => void = () => undefined,
) {
  const limits = { ...initial };
  let ids = 0;
  let isRunning = true;
  let now = START;
  const stations = sockets.map(
    (socket): Station => ({ ...socket, isOnline: true, manner: 'obeys', grants: {}, state: EMPTY_STATE }),
  );
  const effectiveW = ({ skewMs = 0, maxW }: Socket, grant: PowerGrant) =>
    Math.min(maxW, now + skewMs < grant.until ? grant.limitW : grant.thenW);
  const limitOf = (station: Station) => {
    const { every, charge } = station.grants;
    if (station.manner === 'ignores') return station.maxW;
    const grant = charge?.transactionId === station.car?.id ? (charge ?? every) : every;
    return grant ? effectiveW(station, grant) : station.maxW;
  };
  const drawOf = (station: Station) =>
    station.car && !station.car.isResting && !station.isFaulted
      ? Math.min(station.car.carW, limitOf(station))
      : 0;

  function describe() {
    return {
      ms: now - START,
      limits,
      stations: stations.map((station) => ({
        ...station,
        drawW: drawOf(station),
        /** With another car that takes all, or the present one. */
        couldW: Math.max(
          station.grants.every ? effectiveW(station, station.grants.every) : station.maxW,
          limitOf(station),
        ),
        allowedW: allowedW(connectorOf(station, stations.indexOf(station)), now),
      })),
    };
  }
  const reportOf = (station: Station) => {
    if (station.isFaulted) return 'blocked' as const;
    const isPaused = station.blamesCar && now < (station.pausedAt ?? 0) + REPORT_MS;
    const isIdle = station.car?.isResting || isPaused;
    return isIdle ? ('idle' as const) : ('ready' as const);
  };
  function connectorOf(station: Station, i: number) {
    const { limits: own, maxW, minW, isOnline, state, known, sample } = station;
    const idle = { chargePointId: `CP-${i}`, connectorId: 1, limits: own, maxW, minW, isOnline, state };
    if (!known) return idle;
    const { id: transactionId, since, soc, need } = known;
    return { ...idle, charge: { transactionId, since, soc, need, car: reportOf(station), ...sample } };
  }
  const siteOf = (): SitePower => ({
    limits: new Map(Object.entries(limits)),
    policy,
    connectors: stations.map(connectorOf),
  });

  function send(station: Station, grant: PowerGrant) {
    if (!station.isOnline || station.manner === 'refuses') return 'refused';
    if (station.manner === 'lost') return 'unknown';
    if (grant.transactionId !== undefined && grant.transactionId !== station.car?.id) return 'refused';
    station.grants[grant.transactionId === undefined ? 'every' : 'charge'] = grant;
    return station.manner === 'unheard' ? 'unknown' : 'accepted';
  }

  function apply({ socket, what }: Event) {
    const station = stations[socket % stations.length];
    if (!station) return;
    if (what.kind === 'server') isRunning = what.isRunning;
    else if (what.kind === 'limit') limits.site = what.watts;
    else if (what.kind === 'manner') station.manner = what.manner;
    else if (what.kind === 'fault') station.isFaulted = what.isFaulted;
    else if (what.kind === 'lose profiles') station.grants = {};
    else if (what.kind === 'boot') {
      station.state = withoutProof(station.state, now);
      if (!what.keepsProfiles) station.grants = {};
    } else if (what.kind === 'offline' || what.kind === 'online') station.isOnline = what.kind === 'online';
    else if (what.kind === 'plug' && !station.car)
      station.car = { isResting: false, ...what, id: ++ids, since: now };
    else if (what.kind === 'unplug') {
      delete station.car;
      delete station.grants.charge;
    }
  }

  const due = [...events].sort((one, other) => one.atMs - other.atMs);
  for (; now <= START + forMs; now += TICK_MS) {
    while (due[0] && START + due[0].atMs <= now) {
      const event = due.shift();
      if (event) apply(event);
      check(describe());
    }
    for (const station of stations) {
      if (limitOf(station) < station.minW) station.pausedAt = now;
      if (!station.isOnline || !isRunning) continue;
      if (station.known?.id !== station.car?.id) delete station.sample;
      station.known = station.car;
      if (station.car && (now - station.car.since) % SAMPLE_MS < TICK_MS)
        station.sample = { powerW: drawOf(station), sampledAt: now };
    }
    check(describe());
    if (!isRunning) continue;
    const site = siteOf();
    for (const change of allocate(site, now)) {
      const station =
        stations[site.connectors.findIndex((one) => one.chargePointId === change.connector.chargePointId)];
      if (!station) continue;
      onChange(change, site, now);
      station.state = change.state;
      for (const grant of change.grants) {
        station.state = settle(station.state, grant, send(station, grant), now);
        check(describe());
      }
    }
  }
}

export const minutes = (count: number) => count * MINUTE_MS;
