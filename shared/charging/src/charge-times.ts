/** Divides the time of a charge into charging, pauses, overstay, and time that isn't billed. */

/**
 * Causes for which time isn't billed. If several apply at the same time, the first one counts. `stop`: the charge
 * point has accepted to stop the charge, and its pauses aren't billed either. `unplugged`: the connector is free. `power`: the site has no power left for
 * the car, which is a pause while the car isn't idle.
 */
export const EXCLUSION_CAUSES = [
  'fault',
  'unavailable',
  'unlock',
  'offline',
  'stop',
  'unplugged',
  'power',
] as const;
type ExclusionCause = (typeof EXCLUSION_CAUSES)[number];

/** Causes that stop the energy: no time is billed. All others exclude only idle time. */
const WITHOUT_ENERGY: ReadonlySet<ExclusionCause> = new Set(['fault', 'unavailable', 'unplugged']);

/** The charger's own pause (SuspendedEVSE): billed as plugged in, but not as charging. */
const PAUSE = 'pause';

/** Instants in ms since 1970; `to` is null while the cause lasts. */
export interface Exclusion {
  cause: ExclusionCause | typeof PAUSE;
  from: number;
  to: number | null;
}

interface Periods {
  /** When the car took no energy; `to` is null while it takes none. */
  suspensions: readonly (readonly [from: number, to: number | null])[];
  exclusions: readonly Exclusion[];
}

/** Times of a charge, for `usageAt`. */
export interface ChargeTimes {
  /** Overstay before `suspendedSince`, without excluded time. */
  overstaySeconds: number;
  /** Start of the current overstay, in ms since 1970, if any. */
  suspendedSince: number | undefined;
  /** Pauses by the charger before `pausedSince`, without overstay and excluded time, if any. */
  pausedSeconds: number | undefined;
  /** Start of the current pause, in ms since 1970, if any. */
  pausedSince: number | undefined;
  /** Time before `excludedSince` that isn't billed, by cause. */
  excluded: { cause: ExclusionCause; seconds: number }[];
  /** Start of the current unbilled time, in ms since 1970, if any. */
  excludedSince: number | undefined;
  /** Cause of that time. */
  excludedBy: ExclusionCause | undefined;
}

type State = 'charging' | 'idle' | Exclusion['cause'];
interface Mark {
  at: number;
  kind: 'idle' | Exclusion['cause'];
  step: 1 | -1;
}

/**
 * Returns the times of a charge that began at `start`. Ignores periods outside the charge, for
 * example after a clock was set.
 * @param end when the charge ended; absent while it runs
 */
export function chargeTimes(
  { suspensions, exclusions }: Periods,
  start: number,
  end = Infinity,
): ChargeTimes {
  const marks = [
    ...suspensions.flatMap(([from, to]) => marksOf('idle', from, to)),
    ...exclusions.flatMap(({ cause, from, to }) => marksOf(cause, from, to)),
  ].sort((a, b) => a.at - b.at);
  const open = new Map<Mark['kind'], number>();
  const ms = new Map<State, number>();
  let state: State = 'charging';
  let since = start;
  for (const { at, kind, step } of marks) {
    ms.set(state, (ms.get(state) ?? 0) + at - since);
    open.set(kind, (open.get(kind) ?? 0) + step);
    state = stateOf(open);
    since = at;
  }
  const secondsIn = (one: State) => (ms.get(one) ?? 0) / 1000;
  const excludedBy = EXCLUSION_CAUSES.find((cause) => cause === state);
  return {
    overstaySeconds: secondsIn('idle'),
    suspendedSince: state === 'idle' ? since : undefined,
    pausedSeconds: secondsIn(PAUSE) || undefined,
    pausedSince: state === PAUSE ? since : undefined,
    excluded: EXCLUSION_CAUSES.map((cause) => ({ cause, seconds: secondsIn(cause) })).filter(
      ({ seconds }) => seconds > 0,
    ),
    excludedSince: excludedBy && since,
    excludedBy,
  };

  function marksOf(kind: Mark['kind'], from: number, to: number | null): Mark[] {
    const [first, last] = [Math.max(from, start), Math.min(to ?? Infinity, end)];
    if (first >= last) return [];
    const begin: Mark = { at: first, kind, step: 1 };
    return last === Infinity ? [begin] : [begin, { at: last, kind, step: -1 }];
  }
}

function stateOf(open: ReadonlyMap<Mark['kind'], number>): State {
  const isOpen = (kind: Mark['kind']) => (open.get(kind) ?? 0) > 0;
  const isPaused = isOpen(PAUSE) || isOpen('power');
  const counts = (cause: ExclusionCause) =>
    isOpen(cause) && (WITHOUT_ENERGY.has(cause) || isOpen('idle') || (isPaused && cause === 'stop'));
  return EXCLUSION_CAUSES.find(counts) ?? (isOpen('idle') ? 'idle' : isPaused ? PAUSE : 'charging');
}

/** Returns the seconds of all causes together. */
export const excludedSecondsOf = ({ excluded }: Pick<ChargeTimes, 'excluded'>): number =>
  excluded.reduce((sum, { seconds }) => sum + seconds, 0);
