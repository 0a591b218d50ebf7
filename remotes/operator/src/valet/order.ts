import type { ValetQueueItem } from '@shared/contract';
import { stateOf, type ValetState } from './states.tsx';

/** How long a finished charge is highlighted if it isn't known whether its car blocks a charger. */
const ATTENTION_MS = 30 * 60_000;

export interface QueueRow {
  item: ValetQueueItem;
  state: ValetState;
  /** Position among the waiting cars, from 1. */
  place?: number | undefined;
  /** True if the car blocks its charger without charging, as far as known. */
  needsAttention: boolean;
}

function blocksCharger(item: ValetQueueItem, { name }: ValetState, now: number): boolean {
  if (name === 'CHARGING') return item.blocksCharger === true;
  return name === 'FINISHED' && (item.blocksCharger ?? justFinished(item, now));
}

const timeOf = (instant: string | undefined) => (instant === undefined ? 0 : Date.parse(instant));

/** Converts a duration, `HH:mm:ss` or a number of seconds, to seconds. */
function secondsOf(duration: string | number): number {
  if (typeof duration === 'number') return duration;
  return duration.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}

function justFinished({ startTime, duration }: ValetQueueItem, now: number): boolean {
  const seconds = duration === undefined ? Number.NaN : secondsOf(duration);
  const ended = timeOf(startTime) + seconds * 1000;
  // Without a known end, treat the charge as just finished rather than hide it.
  return startTime === undefined || Number.isNaN(ended) || now - ended < ATTENTION_MS;
}

const RANKS = { QUEUED: 1, CHARGING: 2, OTHER: 3, FINISHED: 4, PENDING: 5 } as const satisfies Record<
  ValetState['name'],
  number
>;
const rankOf = ({ state, needsAttention }: QueueRow) => (needsAttention ? 0 : RANKS[state.name]);
const startOf = ({ item, state }: QueueRow) =>
  timeOf(state.name === 'QUEUED' ? item.cqQueuedAt : (item.startTime ?? item.cqQueuedAt));

/**
 * Sorts the queue in the order in which valets serve it: full and finished cars that block a
 * charger, waiting cars (longest first), charging cars, unknown states, other finished cars, and
 * pending ones.
 * @param now the server's time in milliseconds since 1970
 */
export function sortByUrgency(queue: readonly ValetQueueItem[], now: number): QueueRow[] {
  const rows = queue.map((item): QueueRow => {
    const state = stateOf(item);
    return { item, state, needsAttention: blocksCharger(item, state, now) };
  });
  rows.sort((one, other) => rankOf(one) - rankOf(other) || startOf(one) - startOf(other));
  let place = 0;
  return rows.map((row) => (row.state.name === 'QUEUED' ? { ...row, place: ++place } : row));
}
