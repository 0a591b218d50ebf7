/** Fairness of the waiting line, under any order of events and failures. */
import { expect, test } from '@rstest/core';
import type { Plug } from '@shared/contract';
import { runCount } from '@shared/testing/run-count';
import fc from 'fast-check';
import { applyEvent, type Line, type LineEvent, type LineNote, type Place, type SpotState } from './rules.ts';

const TURN = 600_000;
const USERS = [1, 2, 3, 4];
const SPOTS: Record<string, Plug[]> = { a: ['ccs2'], b: ['ccs2'], c: ['ccs2', 'chademo'], d: ['type2'] };
const STATES: SpotState[] = ['free', 'occupied', 'starting', 'lost'];

/** All spots out of use, and no driver in the line. */
const start = (): Line => ({
  places: [],
  spots: Object.entries(SPOTS).map(([id, plugs]) => ({ id, plugs, state: 'lost' })),
});

interface Step {
  event: LineEvent;
  laterMs: number;
}
const steps = fc.array(
  fc.record<Step>({
    event: fc.oneof(
      fc.record({
        kind: fc.constant('joined' as const),
        userId: fc.constantFrom(...USERS),
        plug: fc.constantFrom<Plug>('ccs2', 'chademo', 'type2'),
      }),
      fc.record({ kind: fc.constant('left' as const), userId: fc.constantFrom(...USERS) }),
      fc.record({
        kind: fc.constant('seen' as const),
        id: fc.constantFrom(...Object.keys(SPOTS)),
        state: fc.constantFrom(...STATES),
      }),
      fc.constant({ kind: 'timePassed' as const }),
    ),
    laterMs: fc.constantFrom(0, 1000, TURN / 2, TURN),
  }),
  { minLength: 20, maxLength: 60 },
);

interface Change {
  before: Line;
  after: Line;
  notes: LineNote[];
  event: LineEvent;
  at: number;
}

/** Runs steps one after the other, and returns what each one changed. */
function run(all: Step[], from = start()): Change[] {
  let line = from;
  let at = 0;
  return all.map(({ event, laterMs }) => {
    at += laterMs;
    const before = line;
    const applied = applyEvent(before, event, { at, turnMs: TURN });
    line = applied.line;
    return { before, after: line, notes: applied.notes, event, at };
  });
}

/** Checks each change that random events make. */
const always = (check: (change: Change) => void) =>
  fc.assert(
    fc.property(steps, (all) => run(all).forEach(check)),
    { numRuns: runCount('LINE', 300, 20_000) },
  );

const turnOf = ({ spots }: Line, userId: number) => spots.find(({ turn }) => turn?.userId === userId);
const waiting = (line: Line) => line.places.filter(({ userId }) => !turnOf(line, userId));
const indexOf = ({ places }: Line, userId: number) => places.findIndex((place) => place.userId === userId);

test('no free connector is idle while a driver who can use it waits', () => {
  always(({ after }) => {
    const idle = after.spots.filter(({ state, turn }) => state === 'free' && !turn);
    expect(waiting(after).filter(({ plug }) => idle.some(({ plugs }) => plugs.includes(plug)))).toEqual([]);
  });
});

test('no driver is overtaken by another one with the same plug, except after not coming', () => {
  always(({ before, after, notes, event }) => {
    const moved = (userId: number) =>
      notes.some((note) => note.userId === userId && note.kind === 'missed') ||
      (event.kind === 'joined' && event.userId === userId);
    for (const [i, first] of before.places.entries())
      for (const second of before.places.slice(i + 1)) {
        const stay = [first, second].every(({ userId }) => indexOf(after, userId) >= 0);
        if (!stay || first.plug !== second.plug || moved(first.userId) || moved(second.userId)) continue;
        expect(indexOf(after, first.userId)).toBeLessThan(indexOf(after, second.userId));
        const isNew = turnOf(after, second.userId)?.turn !== turnOf(before, second.userId)?.turn;
        if (turnOf(after, second.userId) && isNew) expect(turnOf(after, first.userId)).toBeDefined();
      }
  });
});

test('a connector is the turn of one driver, who is in the line, has its plug and no other turn', () => {
  always(({ after }) => {
    const turns = after.spots.flatMap(({ turn, plugs }) => (turn ? [{ ...turn, plugs }] : []));
    expect(new Set(turns.map(({ userId }) => userId)).size).toBe(turns.length);
    for (const { userId, plugs } of turns)
      expect(plugs).toContain(after.places.find((place) => place.userId === userId)?.plug);
  });
});

test('a turn lasts until its time is over, the connector is lost, or its driver leaves', () => {
  always(({ before, after, event, at }) => {
    for (const { id, turn, state } of before.spots) {
      if (!turn || turnOf(after, turn.userId)?.id === id) continue;
      const isLost = event.kind === 'seen' && event.id === id && event.state === 'lost';
      const isOver = event.kind === 'timePassed' && turn.until <= at && state !== 'starting';
      const isOwn = 'userId' in event && event.userId === turn.userId;
      expect(isLost || isOver || isOwn).toBe(true);
    }
  });
});

test('a driver is moved once, and removed the second time, only for leaving a free connector unused', () => {
  always(({ before, after, event }) => {
    for (const place of before.places) {
      const spot = turnOf(before, place.userId);
      const kept = after.places.find(({ userId }) => userId === place.userId);
      if (kept && (kept.missed === place.missed || event.kind === 'joined')) continue;
      if (event.kind === 'left') continue;
      expect(event.kind).toBe('timePassed');
      expect(spot?.state).toBe('free');
      expect(kept?.missed ?? place.missed).toBe(true);
    }
  });
});

test("a driver is notified of every turn, and of every change that isn't their own", () => {
  always(({ before, after, notes, event }) => {
    for (const userId of USERS) {
      const [had, has] = [turnOf(before, userId), turnOf(after, userId)];
      const told = notes.filter((note) => note.userId === userId).map(({ kind }) => kind);
      const isSame = has?.id === had?.id && has?.turn?.until === had?.turn?.until;
      expect(told.includes('turn')).toBe(has !== undefined && !isSame);
      const isOwn = 'userId' in event && event.userId === userId;
      if (had && !has && !isOwn) expect(told).toHaveLength(1);
    }
  });
});

test('the line empties if no driver comes, whatever has happened before', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const last = run(all).at(-1)?.after ?? start();
      const freed = Object.keys(SPOTS).map((id) => ({
        event: { kind: 'seen', id, state: 'free' } as const,
        laterMs: 1e9,
      }));
      const waits = USERS.flatMap(() => [1, 2, 3]).map(() => ({
        event: { kind: 'timePassed' } as const,
        laterMs: TURN,
      }));
      expect(run([...freed, ...waits], last).at(-1)?.after.places).toEqual([]);
    }),
  );
});

const place = (userId: number, missed = false): Place => ({ userId, plug: 'ccs2', missed });
const one = (state: SpotState, userId?: number): Line['spots'] => [
  { id: 'a', plugs: ['ccs2'], state, turn: userId === undefined ? undefined : { userId, until: TURN } },
];

test('after a driver who does not come it is the turn of the next one', () => {
  const line = { places: [place(1), place(2)], spots: one('free', 1) };
  const { line: after, notes } = applyEvent(line, { kind: 'timePassed' }, { at: TURN, turnMs: TURN });
  expect(after.places).toEqual([place(2), place(1, true)]);
  expect(after.spots[0]?.turn).toEqual({ userId: 2, until: 2 * TURN });
  expect(notes).toEqual([
    { userId: 1, kind: 'missed' },
    { userId: 2, kind: 'turn' },
  ]);
});

test.each<[string, SpotState, LineEvent, Place[], LineNote['kind'][]]>([
  ['keeps the place if a car is plugged in', 'occupied', { kind: 'timePassed' }, [place(1)], ['waits']],
  ['keeps the turn while the start lasts', 'starting', { kind: 'timePassed' }, [place(1)], []],
  [
    'keeps the place if the connector fails',
    'free',
    { kind: 'seen', id: 'a', state: 'lost' },
    [place(1)],
    ['waits'],
  ],
])('a driver %s', (_, state, event, places, kinds) => {
  const { line, notes } = applyEvent({ places: [place(1)], spots: one(state, 1) }, event, {
    at: TURN,
    turnMs: TURN,
  });
  expect(line.places).toEqual(places);
  expect(notes.map(({ kind }) => kind)).toEqual(kinds);
});

test('joining again changes nothing, and with another plug it is a new place', () => {
  const line = { places: [place(1), place(2)], spots: one('free', 1) };
  const join = (plug: Plug) =>
    applyEvent(line, { kind: 'joined', userId: 1, plug }, { at: 0, turnMs: TURN }).line;
  expect(join('ccs2')).toEqual(line);
  expect(join('type2').places).toEqual([place(2), { ...place(1), plug: 'type2' }]);
  expect(join('type2').spots[0]?.turn?.userId).toBe(2);
});
