/** Decides whether the page is offline. Pure: `watchConnectivity` runs the probes and timers. */

export interface State {
  online: boolean;
  /** A probe is in flight. */
  probing: boolean;
  /** Failed or doubted probes in a row. */
  failures: number;
  /** The browser reported `online`, and no probe has confirmed it yet. */
  confirming: boolean;
}

/**
 * - `failed`: a request failed at the network level, or may fail
 * - `lost`: the browser's `offline` event
 * - `succeeded`: a request got an HTTP response, or the live connection opened
 * - `returned`: the browser's `online` event
 * - `shown`: the page became visible
 * - `due`: the wait before the next probe has passed
 * - `reached`, `unreachable`: result of the probe in flight
 * - `doubted`: it reached the server although the browser reports no network; its request may be older
 *   than the loss
 */
export type Evidence =
  | 'failed'
  | 'lost'
  | 'succeeded'
  | 'returned'
  | 'shown'
  | 'due'
  | 'reached'
  | 'doubted'
  | 'unreachable';

/** `start` replaces a probe or a wait, `stop` cancels either, a number waits that many ms. */
export type ProbeAction = 'start' | 'stop' | number | undefined;

export interface Transition {
  state: State;
  probe?: ProbeAction;
  /** Fetch failed queries again. */
  recovered?: boolean;
}

export const INITIAL: State = { online: true, probing: false, failures: 0, confirming: false };

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 10_000;

const waitAfter = (failures: number) => Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS);

/** Only a failed probe sets `online` to false; any success sets it to true. */
export function transition(state: State, evidence: Evidence): Transition {
  const { online, probing, failures, confirming } = state;
  switch (evidence) {
    case 'failed':
      return online && !probing ? { state: { ...state, probing: true }, probe: 'start' } : { state };
    case 'lost':
      // Replaces a probe whose response may be older.
      return online ? { state: { ...state, probing: true, confirming: false }, probe: 'start' } : { state };
    case 'due':
      return probing ? { state } : { state: { ...state, probing: true }, probe: 'start' };
    case 'shown':
      if (online || probing) return { state };
      return { state: { ...state, probing: true, failures: 0 }, probe: 'start' };
    case 'returned':
      return { state: { online, probing: true, failures: 0, confirming: true }, probe: 'start' };
    case 'unreachable':
      return {
        state: { online: false, probing: false, failures: failures + 1, confirming: false },
        probe: waitAfter(failures),
      };
    case 'doubted':
      return {
        state: { ...INITIAL, failures: failures + 1 },
        probe: waitAfter(failures),
        recovered: !online || confirming,
      };
    case 'succeeded':
    case 'reached':
      return { state: INITIAL, probe: 'stop', recovered: !online || confirming };
  }
}
