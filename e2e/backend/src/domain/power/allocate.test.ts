import { expect, test } from '@rstest/core';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import type { PowerGrant } from '../../platform/database/schema.ts';
import { acceptedGrant } from '../charging/shared-power.ts';
import { CHANGE_MS, settle } from './allocate.ts';
import { couldDraw, EMPTY_STATE } from './site-power.ts';
import { type Event, type Manner, minutes, run, type Scene, type Socket, START } from './world.testing.ts';

type World = Parameters<Parameters<typeof run>[1]>[0];

const RUNS = runCount('POWER', 50, 5000);
const LIMITS = { site: 60_000, breaker: 30_000 };
const FOR_MS = minutes(60);
const socket: fc.Arbitrary<Socket> = fc.record({
  maxW: fc.constantFrom(7400, 11_000, 22_000, 50_000),
  minW: fc.constantFrom(1400, 4200, 5000),
  limits: fc.constantFrom(['site'], ['site', 'breaker']),
  skewMs: fc.integer({ min: -50_000, max: 50_000 }),
  blamesCar: fc.boolean(),
});
const need = fc.record({
  departsAt: fc.nat(FOR_MS).map((ms) => START + ms),
  kwh: fc.nat(40),
  mostKw: fc.constantFrom(7.4, 22, 50),
});
const plug: fc.Arbitrary<Event['what']> = fc.record({
  kind: fc.constant('plug'),
  carW: fc.integer({ min: 1000, max: 60_000 }),
  soc: fc.nat(100),
  need: fc.option(need, { nil: undefined }),
  isResting: fc.constantFrom(false, false, true),
});
const event = (what: fc.Arbitrary<Event['what']>): fc.Arbitrary<Event> =>
  fc.record({ atMs: fc.nat(FOR_MS), socket: fc.nat(20), what });
const carEvents = fc.array(event(fc.oneof(plug, plug, fc.constant({ kind: 'unplug' as const }))), {
  maxLength: 20,
});
const policy = fc.constantFrom('fair' as const, 'battery' as const, 'first' as const);
const scene = (sockets: fc.Arbitrary<Socket[]>, events: fc.Arbitrary<Event[]>): fc.Arbitrary<Scene> =>
  fc.record({ limits: fc.constant(LIMITS), policy, sockets, events, forMs: fc.constant(FOR_MS) });
const sockets = fc.array(socket, { minLength: 1, maxLength: 8 });

/** Returns the limits that the connectors could exceed together. */
const exceeded = ({ limits, stations }: World) =>
  Object.entries(limits).filter(([name, watts]) => {
    const own = stations.filter((station) => station.limits.includes(name));
    return own.reduce((sum, { couldW }) => sum + couldW, 0) > watts;
  });

const anyEvent = event(
  fc.oneof(
    plug,
    fc.constant({ kind: 'unplug' as const }),
    fc.boolean().map((isFaulted) => ({ kind: 'fault' as const, isFaulted })),
    fc.boolean().map((keepsProfiles) => ({ kind: 'boot' as const, keepsProfiles })),
    fc.constantFrom({ kind: 'offline' as const }, { kind: 'online' as const }),
    fc
      .constantFrom<Manner>('obeys', 'refuses', 'unheard', 'lost')
      .map((manner) => ({ kind: 'manner' as const, manner })),
    fc.boolean().map((isRunning) => ({ kind: 'server' as const, isRunning })),
  ),
);

test('connectors that have all accepted a limit since their restart can never exceed any limit of the site, whatever happens', () => {
  fc.assert(
    fc.property(scene(sockets, fc.array(anyEvent, { maxLength: 60 })), (given) => {
      run(given, (world) => {
        if (exceeded(world).length > 0)
          expect(world.stations.every(({ state }) => acceptedGrant(state))).toBe(false);
      });
    }),
    { numRuns: 4 * RUNS },
  );
});

test('a limit changes at most once in 30 seconds, except to avoid an overload', () => {
  fc.assert(
    fc.property(scene(sockets, fc.array(anyEvent, { maxLength: 40 })), (given) => {
      run(
        given,
        () => undefined,
        ({ connector, state, grants }, site, now) => {
          const before = site.connectors.find((one) => one.chargePointId === connector.chargePointId)?.state;
          if (!before || grants.length === 0 || state.changedAt === before.changedAt) return;
          if (!acceptedGrant(before) || now - before.changedAt >= CHANGE_MS) return;
          const isOverloaded = [...site.limits].some(([name, watts]) => {
            const own = site.connectors.filter(({ limits }) => limits.includes(name));
            return own.reduce((sum, one) => sum + couldDraw(one, now), 0) > watts;
          });
          expect(isOverloaded).toBe(true);
        },
      );
    }),
    { numRuns: RUNS },
  );
});

test('no power is left over that a car could use', () => {
  fc.assert(
    fc.property(scene(sockets, carEvents), (given) => {
      // Nothing happens in the last minutes, in which the limits settle.
      const forMs = FOR_MS + minutes(4);
      const lastMinute: number[][] = [];
      run({ ...given, forMs }, (world) => {
        if (world.ms < forMs - minutes(1)) return;
        const hungry = world.stations.filter(({ car }) => car && !car.isResting);
        const wasted = hungry.map((station) => {
          const wantedW = Math.min(station.maxW, station.car?.carW ?? 0);
          const rooms = station.limits.map((name) => {
            const others = hungry.filter(({ limits }) => limits.includes(name));
            return (world.limits[name] ?? 0) - others.reduce((sum, { allowedW }) => sum + allowedW, 0);
          });
          const usable = Math.min(wantedW - station.allowedW, ...rooms);
          // A car that pauses needs its minimum, and small changes aren't worth a message.
          const least =
            station.allowedW < station.minW ? station.minW : Math.max(500, station.allowedW * 0.05);
          return usable > least + 500 * world.stations.length ? usable : 0;
        });
        lastMinute.push(wasted);
      });
      const always = lastMinute[0]?.map((_, i) => Math.min(...lastMinute.map((wasted) => wasted[i] ?? 0)));
      expect(always?.filter((watts) => watts > 0) ?? []).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});

/** The last charge point reports that its car pauses as soon as it is plugged in. */
const BLAMED_AT_ONCE = [1400, 4200, 1400, 4200, 1400, 7000, 1400].map((minW, i) => ({
  minW,
  maxW: 7400,
  soc: 0,
  need: i === 4 ? { departsAt: START, kwh: 1, mostKw: 7.4 } : undefined,
  blamesCar: i === 6,
}));

test('every car gets its minimum within 15 minutes, although there is only enough for some at a time', () => {
  const hungry = fc.record({
    minW: fc.constantFrom(1400, 4200, 7000),
    maxW: fc.constantFrom(7400, 22_000),
    soc: fc.nat(100),
    need: fc.option(need, { nil: undefined }),
    blamesCar: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(hungry, { minLength: 2, maxLength: 8 }),
      policy,
      fc.nat(6000),
      (cars, chosen, moreW) => {
        const lastFed = new Map<number, number>();
        let longestMs = 0;
        run(
          {
            limits: { site: 7000 + moreW },
            policy: chosen,
            sockets: cars.map(({ minW, maxW, blamesCar }) => ({ minW, maxW, blamesCar, limits: ['site'] })),
            events: cars.map(({ soc, need: needed, maxW }, i) => ({
              atMs: i * 7000,
              socket: i,
              what: { kind: 'plug', carW: maxW, soc, need: needed },
            })),
            forMs: FOR_MS,
          },
          ({ ms, stations }) => {
            for (const [i, { car, drawW, minW }] of stations.entries()) {
              if (!car) continue;
              if (drawW >= minW || !lastFed.has(i)) lastFed.set(i, ms);
              longestMs = Math.max(longestMs, ms - (lastFed.get(i) ?? 0));
            }
          },
        );
        expect(longestMs).toBeLessThanOrEqual(minutes(15));
      },
    ),
    { numRuns: RUNS, examples: [[BLAMED_AT_ONCE, 'battery', 3500]] },
  );
});

const EIGHT: Socket[] = Array.from({ length: 8 }, () => ({ maxW: 22_000, minW: 4200, limits: ['site'] }));
const plugged = (soc?: number) => ({
  kind: 'plug' as const,
  carW: 22_000,
  ...(soc !== undefined && { soc }),
});
/** Returns the world at the end of a scene of eight connectors on 60 kW. */
function endOf(events: Event[], forMs = minutes(3), chosen: Scene['policy'] = 'fair') {
  let last: World | undefined;
  run({ limits: { site: 60_000 }, policy: chosen ?? 'fair', sockets: EIGHT, events, forMs }, (world) => {
    last = world;
  });
  return last?.stations ?? [];
}
const allAt = (atMs: number, whatOf: (i: number) => Event['what']) =>
  EIGHT.map((_, i) => ({ atMs, socket: i, what: whatOf(i) }));

test('divides the power among the cars equally, by the emptiest battery, or by the earliest charge', () => {
  const inOrder = EIGHT.map((_, i) => ({ atMs: i * 1000, socket: i, what: plugged(90 - i * 10) }));
  const draws = (chosen: Scene['policy']) => endOf(inOrder, minutes(3), chosen).map(({ drawW }) => drawW);
  expect(draws('fair')).toEqual(EIGHT.map(() => 7500));
  expect(draws('battery')).toEqual([4200, 4200, 4200, 4200, 4200, 4200, 12_800, 22_000]);
  expect(draws('first')).toEqual([22_000, 12_800, 4200, 4200, 4200, 4200, 4200, 4200]);
});

test('by the emptiest battery, cars that must charge now to be ready in time come first, the least slack first', () => {
  const departing = (inMinutes: number, kwh: number) => ({
    need: { departsAt: START + minutes(inMinutes), kwh, mostKw: 22 },
  });
  const needs = [departing(60, 15), departing(60, 20), departing(600, 20), departing(5, 0)];
  const events = EIGHT.map((_, i) => ({
    atMs: i * 1000,
    socket: i,
    what: { ...plugged(90 - i * 10), ...needs[i] },
  }));
  const draws = (chosen: Scene['policy']) => endOf(events, minutes(3), chosen).map(({ drawW }) => drawW);
  expect(draws('battery')).toEqual([12_800, 22_000, 4200, 4200, 4200, 4200, 4200, 4200]);
  expect(draws('first')).toEqual([22_000, 12_800, 4200, 4200, 4200, 4200, 4200, 4200]);
});

test('a car that draws less than it may leaves the rest to the others', () => {
  const events = allAt(0, (i) => (i < 2 ? plugged() : { kind: 'unplug' }));
  expect(
    endOf(events)
      .map(({ drawW }) => drawW)
      .slice(0, 2),
  ).toEqual([22_000, 22_000]);
  const some = allAt(0, (i) => ({ ...plugged(), carW: i < 4 ? 5000 : 22_000 }));
  const draws = endOf(some, minutes(6)).map(({ drawW }) => drawW);
  expect(draws.slice(0, 4)).toEqual([5000, 5000, 5000, 5000]);
  expect(Math.min(...draws.slice(4))).toBeGreaterThan(8000);
});

test('a charge point that refuses its limit counts at all that it can draw, and the others get less', () => {
  const refusing: Event = { atMs: 0, socket: 0, what: { kind: 'manner', manner: 'refuses' } };
  const [first, ...others] = endOf([refusing, ...allAt(0, () => plugged())]);
  expect(first?.drawW).toBe(22_000);
  expect(others.reduce((sum, { couldW }) => sum + couldW, 0)).toBeLessThanOrEqual(38_000);
  expect(Math.min(...others.map(({ drawW }) => drawW))).toBeGreaterThanOrEqual(4200);
});

test('a charge point that ignores its limit counts at all that it can draw as soon as it is measured', () => {
  const ignoring: Event = { atMs: minutes(2), socket: 0, what: { kind: 'manner', manner: 'ignores' } };
  const stations = endOf([...allAt(0, () => plugged()), ignoring], minutes(5));
  expect(stations[0]?.drawW).toBe(22_000);
  expect(stations.reduce((sum, { drawW }) => sum + drawW, 0)).toBeLessThanOrEqual(60_000);
  const obeying: Event = { atMs: minutes(5), socket: 0, what: { kind: 'manner', manner: 'obeys' } };
  const later = endOf([...allAt(0, () => plugged()), ignoring, obeying], minutes(23));
  expect(later.map(({ drawW }) => drawW)).toEqual(EIGHT.map(() => 7500));
});

test('a charge point that is offline keeps more than its share for a few minutes only, and gets no more', () => {
  const alone = [{ atMs: 0, socket: 0, what: plugged() }];
  const offline: Event = { atMs: minutes(2), socket: 0, what: { kind: 'offline' } };
  const others = allAt(minutes(2), (i) => (i === 0 ? { kind: 'offline' } : plugged()));
  expect(endOf([...alone, offline], minutes(3))[0]?.couldW).toBe(22_000);
  const during = endOf([...alone, offline, ...others], minutes(4));
  expect(during[0]?.drawW).toBe(22_000);
  expect(during.reduce((sum, { couldW }) => sum + couldW, 0)).toBeLessThanOrEqual(60_000);
  const after = endOf([...alone, offline, ...others], minutes(12));
  expect(after.map(({ drawW }) => drawW)).toEqual(EIGHT.map(() => 7500));
});

test('a charge point that was restarted gets what the others leave until they have accepted less', () => {
  const two = EIGHT.slice(0, 2).map((one) => ({ ...one, maxW: 50_000 }));
  const events: Event[] = [
    { atMs: 0, socket: 1, what: { ...plugged(), carW: 50_000 } },
    { atMs: minutes(2), socket: 0, what: { kind: 'server', isRunning: false } },
    { atMs: minutes(2), socket: 0, what: { ...plugged(), carW: 50_000 } },
    { atMs: minutes(3), socket: 0, what: { kind: 'boot', keepsProfiles: true } },
    { atMs: minutes(3) + 5000, socket: 0, what: { kind: 'server', isRunning: true } },
  ];
  let last: World | undefined;
  run({ limits: { site: 60_000 }, sockets: two, events, forMs: minutes(6) }, (world) => {
    if (world.stations.every(({ state }) => acceptedGrant(state))) expect(exceeded(world)).toEqual([]);
    last = world;
  });
  expect(last?.stations.map(({ drawW }) => drawW)).toEqual([30_000, 30_000]);
});

test('of two charge points that were restarted, one gets its share only after the other, which may have kept more, has less', () => {
  const two = EIGHT.slice(0, 2).map((one) => ({ ...one, maxW: 50_000 }));
  const both = (atMs: number, what: Event['what']) => two.map((_, socket) => ({ atMs, socket, what }));
  const events: Event[] = [
    { atMs: 0, socket: 1, what: { ...plugged(), carW: 50_000 } },
    ...both(minutes(2), { kind: 'server', isRunning: false }),
    ...both(minutes(3), { kind: 'boot', keepsProfiles: true }),
    { atMs: minutes(3), socket: 1, what: { kind: 'manner', manner: 'lost' } },
    { atMs: minutes(3), socket: 0, what: { ...plugged(), carW: 50_000 } },
    ...both(minutes(3) + 5000, { kind: 'server', isRunning: true }),
  ];
  const draws: number[][] = [];
  run({ limits: { site: 60_000 }, sockets: two, events, forMs: minutes(12) }, ({ stations }) => {
    draws.push(stations.map(({ drawW }) => drawW));
  });
  expect(Math.max(...draws.map(([first = 0, second = 0]) => first + second))).toBeLessThanOrEqual(60_000);
  // The other one never replies again: it counts at all that it can draw.
  expect(draws.at(-1)).toEqual([10_000, 30_000]);
});

test('a connector gets its share back only after others that got it have less, although it could draw it later anyway', () => {
  const three = [50_000, 50_000, 22_000].map((maxW) => ({ maxW, minW: 1400, limits: ['site'] }));
  const events: Event[] = [
    { atMs: 1, socket: 0, what: { kind: 'offline' } },
    { atMs: 25_001, socket: 2, what: { kind: 'plug', carW: 16_001, soc: 0 } },
    { atMs: 2_470_001, socket: 1, what: { kind: 'manner', manner: 'unheard' } },
    { atMs: 2_785_001, socket: 2, what: { kind: 'manner', manner: 'refuses' } },
  ];
  const sums: number[] = [];
  run({ limits: { site: 60_000 }, sockets: three, events, forMs: minutes(60) }, (world) => {
    if (world.stations.every(({ state }) => acceptedGrant(state)))
      sums.push(world.stations.reduce((sum, { couldW }) => sum + couldW, 0));
  });
  expect(Math.max(...sums)).toBeLessThanOrEqual(60_000);
});

test('without the server, all fall back to the same share', () => {
  const cars = [0, 1].map((i) => ({ atMs: 0, socket: i, what: plugged() }));
  const gone: Event = { atMs: minutes(2), socket: 0, what: { kind: 'server', isRunning: false } };
  const more = allAt(minutes(3), () => plugged());
  const late = endOf([...cars, gone, ...more], minutes(30));
  expect(late.map(({ drawW }) => drawW)).toEqual(EIGHT.map(() => 7500));
});

test('what connectors fall back to without the server leaves room for one that refuses, or that is offline while a limit is lowered', () => {
  const two = EIGHT.slice(0, 2).map((one) => ({ ...one, maxW: 50_000 }));
  const cars = [0, 1].map((i) => ({ atMs: 0, socket: i, what: { ...plugged(), carW: 50_000 } }));
  const gone: Event = { atMs: minutes(2), socket: 0, what: { kind: 'server', isRunning: false } };
  const sumAfter = (events: Event[]) => {
    let most = 0;
    const given = { limits: { site: 60_000 }, sockets: two, events, forMs: minutes(30) };
    run(given, ({ ms, limits, stations }) => {
      const over = stations.reduce((sum, { drawW }) => sum + drawW, 0) - (limits.site ?? 0);
      if (ms >= minutes(10)) most = Math.max(most, over);
    });
    return most;
  };
  const refusing: Event = { atMs: 0, socket: 0, what: { kind: 'manner', manner: 'refuses' } };
  expect(sumAfter([refusing, ...cars, gone])).toBeLessThanOrEqual(0);
  const offline: Event = { atMs: minutes(1), socket: 0, what: { kind: 'offline' } };
  const lowered: Event = { atMs: minutes(1), socket: 0, what: { kind: 'limit', watts: 40_000 } };
  expect(sumAfter([...cars, offline, lowered, gone])).toBeLessThanOrEqual(0);
});

test('a full car loses its power once at a busy site, and gets none again while the others need it', () => {
  const three = EIGHT.slice(0, 3);
  const events: Event[] = [
    { atMs: 0, socket: 0, what: { ...plugged(), isResting: true } },
    { atMs: minutes(2), socket: 1, what: plugged() },
    { atMs: minutes(2), socket: 2, what: plugged() },
  ];
  const waits = new Set<string>();
  run({ limits: { site: 9000 }, sockets: three, events, forMs: minutes(60) }, ({ ms, stations }) => {
    const [full, ...others] = stations;
    // Before the others arrive, it has its power for a while, and takes none.
    if (ms < minutes(2)) return;
    waits.add(full?.state.turn?.car ?? 'none');
    if (ms < minutes(4)) return;
    expect(full?.allowedW).toBeLessThan(4200);
    for (const { drawW } of others) expect(drawW).toBeGreaterThanOrEqual(4200);
  });
  expect(waits).not.toContain('waiting');
});

test('a car gets its turns again after a fault', () => {
  const fault = (atMs: number, isFaulted: boolean): Event => ({
    atMs,
    socket: 0,
    what: { kind: 'fault', isFaulted },
  });
  const cars = [0, 1, 2].map((socket): Event => ({ atMs: 0, socket, what: plugged() }));
  const events = [...cars, fault(minutes(2), true), fault(minutes(6), false)];
  let fedAt = minutes(8);
  run({ limits: { site: 9000 }, sockets: EIGHT.slice(0, 3), events, forMs: minutes(60) }, (world) => {
    const { ms, stations } = world;
    if ((stations[0]?.drawW ?? 0) >= 4200) fedAt = Math.max(fedAt, ms);
    expect(ms - fedAt).toBeLessThanOrEqual(minutes(10));
  });
});

test('a connector with a fault leaves its power to the others', () => {
  const events: Event[] = [
    { atMs: 0, socket: 0, what: plugged() },
    { atMs: 0, socket: 1, what: plugged() },
    { atMs: minutes(1), socket: 0, what: { kind: 'fault', isFaulted: true } },
  ];
  let last: World | undefined;
  run({ limits: { site: 9000 }, sockets: EIGHT.slice(0, 2), events, forMs: minutes(5) }, (world) => {
    last = world;
  });
  expect(last?.stations.map(({ allowedW }) => allowedW)).toEqual([0, 9000]);
});

test('a car that finds no power waits for it since its charge began, not since its connector had its limit', () => {
  const events: Event[] = [
    { atMs: 0, socket: 0, what: plugged() },
    { atMs: minutes(20), socket: 1, what: plugged() },
  ];
  const waits: (number | undefined)[] = [];
  run(
    { limits: { site: 6000 }, policy: 'first', sockets: EIGHT.slice(0, 2), events, forMs: minutes(22) },
    ({ stations }) => {
      const [, { car, state: { turn } = {} } = {}] = stations;
      if (turn?.car === 'waiting') waits.push(turn.since - (car?.since ?? 0));
    },
  );
  expect(new Set(waits)).toEqual(new Set([0]));
});

test('a charge point that loses its profiles gets them again', () => {
  const lost: Event = { atMs: minutes(2), socket: 0, what: { kind: 'lose profiles' } };
  expect(endOf([lost], minutes(3))[0]?.couldW).toBe(22_000);
  expect(endOf([lost], minutes(14))[0]?.couldW).toBe(7500);
});

test('a limit that may still arrive counts although a later one was accepted', () => {
  const first: PowerGrant = { limitW: 9000, until: 900_000, thenW: 9000, sentAt: 1000, isAccepted: false };
  const second = { ...first, limitW: 5000, sentAt: 6000 };
  const later = { ...first, limitW: 6000, sentAt: 60_000 };
  const state = { ...EMPTY_STATE, grants: [first, second, later] };
  const accepted = settle(state, second, 'accepted', 7000);
  expect(accepted.grants).toEqual([first, later, { ...second, isAccepted: true }]);
  // Replies don't show in which order the two arrived, so both may apply.
  expect(settle(accepted, first, 'accepted', 7000).grants).toEqual([first, later, second]);
  // By then, both have arrived or never will.
  expect(settle(accepted, later, 'accepted', 61_000).grants).toEqual([{ ...later, isAccepted: true }]);
});

test('a reply that arrives after the profiles were cleared is no proof of a limit', () => {
  const grant: PowerGrant = { limitW: 9000, until: 900_000, thenW: 9000, sentAt: 1000, isAccepted: false };
  expect(settle(EMPTY_STATE, grant, 'accepted', 2000).grants).toEqual([]);
});
