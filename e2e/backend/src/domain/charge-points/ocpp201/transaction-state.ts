/**
 * What the events of a transaction show together. The result doesn't depend on the order in which
 * they arrive, nor on how often.
 */
import type { StationTransactionState } from '../../../platform/database/schema.ts';
import type { TransactionEvent } from './transaction-event.ts';

type Register = StationTransactionState['registers'][number];

/** Distinct registers that are kept of a charge that hasn't been authorized. */
const MAX_REGISTERS = 100;

/** Ranges of consecutive event numbers that are kept. */
const MAX_RANGES = 500;

export const NOTHING_SEEN: StationTransactionState = { seen: [], registers: [] };

/** @param params the event as it was sent, to store it if it ends a transaction too early */
export function addEvent(
  state: StationTransactionState,
  event: TransactionEvent,
  params: Record<string, unknown>,
  receivedAt: Date,
): StationTransactionState {
  const { kind, seqNo, evse, idTag, isStartToken, remoteStartId, chargingState } = event;
  const isEnd = kind === 'Ended';
  // A charge's end event comes long after its start, but its samples may show the start's time.
  const times = [...(isEnd ? event.samples.map((sample) => sample.at.getTime()) : []), event.at.getTime()];
  const evidence = { seqNo, at: Math.min(...times) };
  const added: StationTransactionState = {
    ...state,
    seen: withNumber(state.seen, seqNo),
    ...(kind === 'Started' && { startedSeqNo: Math.min(seqNo, state.startedSeqNo ?? seqNo) }),
    ...(evse && { evse: first(state.evse, { seqNo, ...evse }) }),
    ...(idTag && isStartToken && !isEnd && { idTag: first(state.idTag, { ...evidence, value: idTag }) }),
    ...(remoteStartId !== undefined && {
      remoteStart: first(state.remoteStart, { ...evidence, value: remoteStartId }),
    }),
    ...(chargingState === 'Charging' && { hasCharged: true }),
  };
  const all = { ...added, registers: withRegisters(added, event.registers) };
  if (!isEnd || isComplete(all, seqNo)) return all;
  return { ...all, ended: { seqNo, receivedAt: receivedAt.getTime(), event: storable(params) } };
}

/** Returns a message without what the database can't store: NUL, and halves of surrogate pairs. */
const storable = (params: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(params), (_, value) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  );

/** Returns whether every event from the first to the last one, with that number, has arrived. */
export const isComplete = ({ seen, startedSeqNo }: StationTransactionState, lastSeqNo: number): boolean =>
  startedSeqNo !== undefined && seen.some(([from, to]) => from <= startedSeqNo && to >= lastSeqNo);

/** Returns whether an event has the highest number so far. */
export const isNewest = ({ seen }: StationTransactionState, { seqNo }: TransactionEvent): boolean =>
  seen.every(([, to]) => to <= seqNo);

/** Returns when it was first shown who began the charge. */
export function authorizedAt({ idTag, remoteStart }: StationTransactionState): number | undefined {
  if (!idTag || !remoteStart) return (idTag ?? remoteStart)?.at;
  return idTag.seqNo <= remoteStart.seqNo ? idTag.at : remoteStart.at;
}

/**
 * Returns the register from which energy counts: energy that was delivered before the authorization
 * isn't billed.
 */
export function startRegister(state: StationTransactionState): number | undefined {
  const [lowest] = state.registers;
  const at = authorizedAt(state);
  const before = at === undefined ? [] : state.registers.filter(([, time]) => time <= at);
  return (before.at(-1) ?? lowest)?.[0];
}

const first = <T extends { seqNo: number }>(known: T | undefined, other: T): T =>
  known && known.seqNo <= other.seqNo ? known : other;

function withNumber(seen: [number, number][], seqNo: number): [number, number][] {
  const ranges = [...seen, [seqNo, seqNo] as [number, number]].sort(([a], [b]) => a - b);
  const merged: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last && from <= last[1] + 1) merged.splice(-1, 1, [last[0], Math.max(last[1], to)]);
    else merged.push([from, to]);
  }
  // A charge point that skips numbers: its end waits for no missing event then.
  while (merged.length > MAX_RANGES) merged.splice(0, 2, [merged[0]?.[0] ?? 0, merged[1]?.[1] ?? 0]);
  return merged;
}

/** Returns the registers in rising order, each with the earliest time at which it was reached. */
function withRegisters(state: StationTransactionState, added: Register[]): Register[] {
  const times = new Map(state.registers);
  for (const [wh, at] of added) times.set(wh, Math.min(at, times.get(wh) ?? at));
  const sorted = [...times].sort(([a], [b]) => a - b);
  const lowest = sorted.slice(0, 1);
  const at = authorizedAt(state);
  if (at === undefined) return [...lowest, ...sorted.slice(1).slice(-MAX_REGISTERS)];
  const before = sorted.slice(1).filter(([, time]) => time <= at);
  return [...lowest, ...before.slice(-1)];
}
