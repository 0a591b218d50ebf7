import type { ValetQueueItem } from '@shared/contract';
import { stateOf, type ValetState } from './states.tsx';

/** For so long a finished charge calls for someone: its car still holds a charger that others wait for. */
const CALLS_MS = 30 * 60_000;

export interface QueueRow {
  item: ValetQueueItem;
  state: ValetState;
  /** Place among those who wait, from 1. */
  place?: number | undefined;
  /** A charge that finished not long ago. */
  calls: boolean;
}

const timeOf = (instant: string | undefined) => (instant === undefined ? 0 : Date.parse(instant));

/** Seconds of a duration: `HH:mm:ss`, or a number of them. */
function secondsOf(duration: string | number): number {
  if (typeof duration === 'number') return duration;
  return duration.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

function justFinished({ startTime, duration }: ValetQueueItem, now: number): boolean {
  const seconds = duration === undefined ? Number.NaN : secondsOf(duration);
  const ended = timeOf(startTime) + seconds * 1000;
  // One whose end isn't told is not kept quiet about.
  return startTime === undefined || Number.isNaN(ended) || now - ended < CALLS_MS;
}

const RANKS = { QUEUED: 1, CHARGING: 2, OTHER: 3, FINISHED: 4, PENDING: 5 } as const satisfies Record<
  ValetState['name'],
  number
>;
const rankOf = ({ state, calls }: QueueRow) => (calls ? 0 : RANKS[state.name]);
const since = ({ item, state }: QueueRow) =>
  timeOf(state.name === 'QUEUED' ? item.cqQueuedAt : (item.startTime ?? item.cqQueuedAt));

/**
 * The queue in the order in which a valet serves it: cars that are done and hold a charger, those who wait, longest first,
 * those that charge, those long done, and last the pending ones. `now` is the server's time in milliseconds since 1970.
 */
export function orderToServe(queue: readonly ValetQueueItem[], now: number): QueueRow[] {
  const rows = queue.map((item): QueueRow => {
    const state = stateOf(item);
    return { item, state, calls: state.name === 'FINISHED' && justFinished(item, now) };
  });
  rows.sort((one, other) => rankOf(one) - rankOf(other) || since(one) - since(other));
  let place = 0;
  return rows.map((row) => (row.state.name === 'QUEUED' ? { ...row, place: ++place } : row));
}
