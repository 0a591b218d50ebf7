/**
 * State of the recharge screen for one connector, as a pure reducer over responses and live events
 * in any order. `phases.ts` derives what the screen shows.
 */
import type { LiveConnector, Transaction } from '@shared/contract';

/** Latest figures of the charge; a figure that was never reported is absent. */
interface Figures {
  /** kWh delivered by this charge. */
  kwh?: number | undefined;
  kw?: number | undefined;
  /** Percent. */
  soc?: number | undefined;
}

export interface RechargeState {
  connector?: LiveConnector | undefined;
  /** The user's own charge on this connector, open or ended. */
  transaction?: Transaction | undefined;
  /** The charge has ended; later events don't change the state. */
  over: boolean;
  /** Error code of the newest start-error event. */
  startError?: string | undefined;
  figures: Figures;
  /** Time of the last report from the charge point, in ms since 1970. */
  lastReportAt?: number | undefined;
}

export type RechargeEvent =
  /** A connector's status, fetched or live. */
  | { type: 'seen'; connector: LiveConnector; at: number }
  | { type: 'started'; transaction: Transaction; at: number }
  | { type: 'startFailed'; errorCode: string }
  /** A transaction ended. `since`: time of the pending start request, if there is one. */
  | { type: 'stopped'; transaction: Transaction; since?: number | undefined }
  /** The user dismissed the start error. */
  | { type: 'errorRead' };

export const INITIAL_STATE: RechargeState = { over: false, figures: {} };

export function rechargeReducer(state: RechargeState, event: RechargeEvent): RechargeState {
  if (state.over) return state;
  switch (event.type) {
    case 'seen':
      return applyStatus(state, event.connector, event.at);
    case 'started':
      return setTransaction({ ...state, lastReportAt: event.at }, event.transaction);
    case 'startFailed':
      return state.transaction ? state : { ...state, startError: event.errorCode };
    case 'stopped':
      return isOwnTransaction(state, event.transaction, event.since) ? end(state, event.transaction) : state;
    case 'errorRead':
      return { ...state, startError: undefined };
  }
}

function applyStatus(state: RechargeState, connector: LiveConnector, at: number): RechargeState {
  if (isOutdated(state, connector)) return state;
  const reported = connector.transaction;
  const next = { ...state, connector, lastReportAt: at };
  if (reported?.stopTime !== undefined) {
    return reported.transactionId === state.transaction?.transactionId ? end(next, reported) : next;
  }
  const updated = reported ? setTransaction(next, reported) : next;
  const isOfAnotherUser = reported && reported.transactionId !== updated.transaction?.transactionId;
  if (!updated.transaction || isOfAnotherUser) return updated;
  return { ...updated, figures: updateFigures(updated.figures, connector) };
}

/** A meter never decreases, so a report with less energy than already shown is outdated. */
function isOutdated(state: RechargeState, connector: LiveConnector): boolean {
  const { transaction, figures } = state;
  if (!transaction || figures.kwh === undefined) return false;
  if (connector.transaction && connector.transaction.transactionId !== transaction.transactionId)
    return false;
  const kwh = energyOf(connector);
  return kwh !== undefined && kwh < figures.kwh;
}

const energyOf = (connector: LiveConnector) => connector.transaction?.meterTotal ?? connector.meterKWH;

function updateFigures(known: Figures, connector: LiveConnector): Figures {
  return {
    kwh: energyOf(connector) ?? known.kwh,
    // The power from before a pause isn't valid during it.
    kw:
      connector.chargeRateKW ??
      connector.transaction?.chargeRateKW ??
      (connector.status === 'Charging' ? known.kw : undefined),
    soc: connector.soC ?? known.soc,
  };
}

/** Makes this the screen's transaction, unless it is older than the current one. */
function setTransaction(state: RechargeState, transaction: Transaction): RechargeState {
  const known = state.transaction;
  if (known && known.transactionId !== transaction.transactionId) {
    if (startOf(transaction) < startOf(known)) return state;
    return { ...state, transaction, figures: figuresOf(transaction), startError: undefined };
  }
  const figures = known ? state.figures : figuresOf(transaction);
  return { ...state, transaction: mergeTransaction(known, transaction), figures, startError: undefined };
}

const figuresOf = ({ meterTotal, chargeRateKW }: Transaction): Figures => ({
  kwh: meterTotal,
  kw: chargeRateKW,
});
const startOf = ({ startTime }: Transaction) => (startTime ? Date.parse(startTime) : 0);

/**
 * Keeps the fields that a report omits, except `suspendedSince`: its absence means the pause is
 * over.
 */
function mergeTransaction(known: Transaction | undefined, update: Transaction): Transaction {
  if (!known) return update;
  const definedFields = Object.entries(update).filter(([, value]) => value !== undefined);
  return { ...known, ...Object.fromEntries(definedFields), suspendedSince: update.suspendedSince };
}

/** Allowance for a phone clock ahead of the server's. */
const CLOCK_SKEW_MS = 120_000;

/**
 * A stop may arrive before its start. The stop of an earlier charge, resent after an outage,
 * doesn't count.
 */
function isOwnTransaction(
  { transaction: known }: RechargeState,
  stopped: Transaction,
  since?: number,
): boolean {
  if (known) return known.transactionId === stopped.transactionId;
  return since === undefined || stopped.startTime === undefined || startOf(stopped) >= since - CLOCK_SKEW_MS;
}

function end(state: RechargeState, stopped: Transaction): RechargeState {
  const kwh = stopped.meterTotal ?? state.figures.kwh;
  return {
    ...state,
    over: true,
    transaction: mergeTransaction(state.transaction, stopped),
    figures: { ...state.figures, kwh, kw: 0 },
    startError: undefined,
  };
}
