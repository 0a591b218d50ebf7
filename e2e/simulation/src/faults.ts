/** What goes wrong, and when: a schedule from the seed. */
import type { Behaviour } from '@e2e/chargers';
import type { Link } from './network.ts';
import type { Place, World } from './world.ts';

const MINUTE_MS = 60_000;
/** By a fault's target from 0 to 999, a clock is up to an hour behind or ahead. */
const SKEW_MS = 7200;

interface Effect {
  /** Begins the fault. Returns what ends it, if it lasts. */
  begin(world: World, fault: Fault): (() => void) | undefined;
  mostMs: number;
}

export interface Fault {
  index: number;
  kind: keyof typeof EFFECTS;
  /** In ms since the beginning of the run. */
  at: number;
  ms: number;
  /** Selects an instance, a charge point or a connection. */
  target: number;
}

const placeOf = ({ places }: World, { target }: Fault) => places[target % places.length] as Place;

const atPlace =
  (act: (place: Place) => void, end?: (place: Place) => void) => (world: World, fault: Fault) => {
    const place = placeOf(world, fault);
    const { kernel } = world;
    kernel.as(place.owner, () => act(place));
    return end && (() => kernel.as(place.owner, () => end(place)));
  };

const goOffline = atPlace(
  ({ chargePoint }) => void chargePoint.goOffline(),
  ({ chargePoint }) => chargePoint.start(),
);

/** Changes the behaviour of a charge point; `normal` ends that. */
const behaving = (deviation: Partial<Behaviour>, normal: Partial<Behaviour>) => {
  const change = (changed: Partial<Behaviour>) => (place: Place) => {
    place.chargePoint.behaviour = { ...place.chargePoint.behaviour, ...changed };
  };
  return atPlace(change(deviation), change(normal));
};

function eachLink(world: World, fault: Fault, act: (link: Link) => void): undefined {
  const { owner } = placeOf(world, fault);
  for (const link of world.network.links) if (link.from === owner) act(link);
}

/** Lets a share of the requests fail. */
const failing = (what: 'network' | 'provider' | 'push', share: number) => (world: World) => {
  world[what].failing = share;
  return () => {
    world[what].failing = 0;
  };
};

const EFFECTS = {
  'a connection of a charge point is cut': {
    mostMs: 0,
    begin: (world, fault) => eachLink(world, fault, (link) => link.cut()),
  },
  'a connection of a charge point goes silent': {
    mostMs: 0,
    begin: (world, fault) =>
      eachLink(world, fault, (link) => {
        link.silent = true;
      }),
  },
  'phones lose connections': { mostMs: 10 * MINUTE_MS, begin: failing('network', 0.4) },
  'an instance restarts': {
    mostMs: 0,
    begin({ instances, kernel }, { target }) {
      const instance = instances[target % instances.length];
      if (!instance?.isUp) return undefined;
      void instance.stop().then(() => {
        kernel.after(500, () => void instance.start(), { name: 'operations' });
      });
      return undefined;
    },
  },
  'an instance dies': {
    mostMs: 2 * MINUTE_MS,
    begin({ instances }, { target }) {
      const instance = instances[target % instances.length];
      if (!instance?.isUp) return undefined;
      instance.kill();
      return () => void instance.start();
    },
  },
  'the bus is away': {
    mostMs: 3 * MINUTE_MS,
    begin({ bus }) {
      bus.setUp(false);
      return () => bus.setUp(true);
    },
  },
  'the database is away': {
    mostMs: MINUTE_MS,
    begin({ database }) {
      database.setDown(true);
      return () => database.setDown(false);
    },
  },
  'the payment provider fails': { mostMs: 20 * MINUTE_MS, begin: failing('provider', 0.6) },
  'a charge point is offline': { mostMs: 15 * MINUTE_MS, begin: goOffline },
  'a charge point is offline for long': { mostMs: 180 * MINUTE_MS, begin: goOffline },
  'push services fail': { mostMs: 15 * MINUTE_MS, begin: failing('push', 0.6) },
  'a charge point is reset': {
    mostMs: 0,
    begin: atPlace(({ chargePoint }) => void chargePoint.reset('Hard')),
  },
  'the clock of a charge point is set': {
    mostMs: 0,
    begin(world, fault) {
      const place = placeOf(world, fault);
      // The simulated meter counts by the same clock.
      if (!world.isLimited && !place.chargePoint.connector(1).charge)
        place.skewMs = (fault.target - 500) * SKEW_MS;
      return undefined;
    },
  },
  'a connector is faulty': {
    mostMs: 5 * MINUTE_MS,
    begin: atPlace(
      ({ chargePoint }) => chargePoint.connector(1).fault('GroundFailure'),
      ({ chargePoint }) => chargePoint.connector(1).fault(undefined),
    ),
  },
  'a car pauses': {
    mostMs: 10 * MINUTE_MS,
    begin: atPlace(
      ({ chargePoint }) => chargePoint.connector(1).pause('EV'),
      ({ chargePoint }) => chargePoint.connector(1).pause(undefined),
    ),
  },
  'a charge point rejects starts and stops': {
    mostMs: 5 * MINUTE_MS,
    begin: behaving(
      { rejectRemoteStart: true, rejectRemoteStop: true },
      { rejectRemoteStart: false, rejectRemoteStop: false },
    ),
  },
  'a charge point forgets the ids of charges': {
    mostMs: 20 * MINUTE_MS,
    begin: behaving({ forgetTransactionId: true }, { forgetTransactionId: false }),
  },
  'a charge point rejects limits': {
    mostMs: 20 * MINUTE_MS,
    begin: behaving({ rejectProfiles: true }, { rejectProfiles: false }),
  },
  'a charge point replies slowly': {
    mostMs: 10 * MINUTE_MS,
    begin: behaving({ replyAfter: 11 }, { replyAfter: 0 }),
  },
} as const satisfies Record<string, Effect>;

const KINDS = Object.keys(EFFECTS) as Fault['kind'][];

/** Returns the faults of a seed: some seeds have none, most have one every few minutes. */
export function planFaults({ kernel, isLimited }: World, ms: number): Fault[] {
  const kinds = KINDS.filter((kind) => isLimited || kind !== 'a charge point rejects limits');
  const random = kernel.random.stream('faults');
  const perHour = random.pick([0, 4, 12, 24, 40]);
  const count = Math.round((perHour * ms) / (60 * MINUTE_MS));
  return Array.from({ length: count }, (_, index) => {
    const kind = random.pick(kinds);
    return {
      index,
      kind,
      at: random.between(0, ms),
      ms: random.between(0.02, 1) * EFFECTS[kind].mostMs,
      target: random.int(1000),
    };
  });
}

/** Injects the faults at their times. Returns a function that ends those that are not over, and begins no other. */
export function runFaults(world: World, faults: Fault[]): () => void {
  const { kernel } = world;
  const unfinished = new Set<() => void>();
  let isOver = false;
  for (const fault of faults)
    kernel.after(
      fault.at,
      () => {
        if (isOver) return;
        kernel.log('fault', `${fault.kind} (${fault.index}, ${Math.round(fault.ms / 1000)} s)`);
        const effect: Effect = EFFECTS[fault.kind];
        world.push.disturbedAt = kernel.now;
        const end = effect.begin(world, fault);
        if (!end) return;
        unfinished.add(end);
        kernel.after(fault.ms, () => {
          if (!unfinished.delete(end)) return;
          world.push.disturbedAt = kernel.now;
          kernel.log('fault', `${fault.kind} (${fault.index}) is over`);
          end();
        });
      },
      { name: 'fault' },
    );
  return () => {
    isOver = true;
    for (const end of unfinished) end();
    unfinished.clear();
  };
}
