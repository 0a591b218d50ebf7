/**
 * The turns at a site, as a pure function of what has happened. Places are in order; a spot is an
 * EVSE, at which one car charges at a time. After every event, each free spot is the turn of the first
 * driver of one of its plugs who has none.
 */
import type { Plug } from '@shared/contract';

/**
 * - `free`: a car can be plugged in, and a charge started
 * - `occupied`: a car is plugged in but doesn't charge; its driver may have the turn
 * - `starting`: the driver who has the turn has started a charge that hasn't begun yet
 * - `lost`: unusable for the line, as another car charges there, or it is out of service or offline
 */
export type SpotState = 'free' | 'occupied' | 'starting' | 'lost';

/** `until` is in ms since 1970. */
interface Turn {
  userId: number;
  until: number;
}

interface Spot {
  id: string;
  plugs: readonly Plug[];
  state: SpotState;
  turn?: Turn | undefined;
}

export interface Place {
  userId: number;
  plug: Plug;
  /** Whether the driver didn't come when it was their turn. */
  missed: boolean;
}

export interface Line {
  places: readonly Place[];
  spots: readonly Spot[];
}

interface Events {
  joined: { userId: number; plug: Plug };
  /** Also if their charge has begun, or they can't be in the line any more. */
  left: { userId: number };
  seen: { id: string; state: SpotState };
  timePassed: object;
}
type Kind = keyof Events;
export type LineEvent<K extends Kind = Kind> = { [P in K]: { kind: P } & Events[P] }[K];

export interface LineNote {
  userId: number;
  /** `waits`: their connector can't be used any more; `missed`: they are at the end now; `out`: a second time. */
  kind: 'turn' | 'waits' | 'missed' | 'out';
}

interface Moment {
  /** In ms since 1970, as `until`. */
  at: number;
  turnMs: number;
}

const without = ({ places, spots }: Line, userId: number): Line => ({
  places: places.filter((place) => place.userId !== userId),
  spots,
});

const RULES: { [K in Kind]: (line: Line, event: LineEvent<K>, at: number) => Line } = {
  joined(line, { userId, plug }) {
    if (line.places.some((place) => place.userId === userId && place.plug === plug)) return line;
    const { places, spots } = without(line, userId);
    return { places: [...places, { userId, plug, missed: false }], spots: withoutTurnOf(spots, userId) };
  },

  left: (line, { userId }) => without(line, userId),

  seen: ({ places, spots }, { id, state }) => ({
    places,
    spots: spots.map((spot) =>
      spot.id === id ? { ...spot, state, turn: state === 'lost' ? undefined : spot.turn } : spot,
    ),
  }),

  timePassed: (line, _, at) =>
    line.spots
      .filter(({ turn, state }) => turn && turn.until <= at && state !== 'starting')
      .reduce(expire, line),
};

const withoutTurnOf = (spots: readonly Spot[], userId: number) =>
  spots.map((spot) => (spot.turn?.userId === userId ? { ...spot, turn: undefined } : spot));

/** Only who leaves a free spot unused has missed their turn: another car may be plugged in. */
function expire(line: Line, { turn, state }: Spot): Line {
  if (!turn) return line;
  const { userId } = turn;
  const spots = withoutTurnOf(line.spots, userId);
  const place = line.places.find((one) => one.userId === userId);
  if (!place || state !== 'free') return { places: line.places, spots };
  const { places } = without(line, userId);
  return { places: place.missed ? places : [...places, { ...place, missed: true }], spots };
}

/** Gives free spots to those who wait, in order. Ends the turns of those who left. */
function assign({ places, spots }: Line, until: number): Line {
  const users = new Set(places.map(({ userId }) => userId));
  const assigned = spots.map((spot) => ({
    ...spot,
    turn: spot.turn && users.has(spot.turn.userId) ? spot.turn : undefined,
  }));
  for (const { userId, plug } of places) {
    if (assigned.some(({ turn }) => turn?.userId === userId)) continue;
    const free = assigned.find(({ state, turn, plugs }) => state === 'free' && !turn && plugs.includes(plug));
    if (free) free.turn = { userId, until };
  }
  return { places, spots: assigned };
}

const turnIn = ({ spots }: Line, userId: number) => spots.find(({ turn }) => turn?.userId === userId);
const placeIn = ({ places }: Line, userId: number) => places.find((place) => place.userId === userId);

/** Returns the notes for the drivers of a line about what an event has changed. */
function notesOf(before: Line, after: Line, kind: Kind): LineNote[] {
  return [...new Set([...before.places, ...after.places].map(({ userId }) => userId))].flatMap((userId) => {
    const [had, has] = [turnIn(before, userId), turnIn(after, userId)];
    const place = placeIn(after, userId);
    const notes: LineNote[] = [];
    if (!place && kind === 'timePassed') notes.push({ userId, kind: 'out' });
    if (place?.missed && placeIn(before, userId)?.missed === false) notes.push({ userId, kind: 'missed' });
    else if (place && had && !has) notes.push({ userId, kind: 'waits' });
    if (has && (has.id !== had?.id || has.turn?.until !== had.turn?.until))
      notes.push({ userId, kind: 'turn' });
    return notes;
  });
}

/** Returns the line after an event, and the notes for its drivers. */
export function applyEvent<K extends Kind>(
  line: Line,
  event: LineEvent<K>,
  { at, turnMs }: Moment,
): { line: Line; notes: LineNote[] } {
  const after = assign(RULES[event.kind](line, event, at), at + turnMs);
  return { line: after, notes: notesOf(line, after, event.kind) };
}
