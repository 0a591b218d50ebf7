/**
 * What the recharge screen knows of one connector, as a pure state machine over calls and live events in whatever order
 * they come. `phases.ts` says what the screen shows for it.
 */
import type { LiveConnector, Transaction } from '@shared/contract';

/** The newest figures of the charge; a figure that nobody sent is absent. */
interface Figures {
  /** kWh delivered by this charge. */
  kwh?: number | undefined;
  kw?: number | undefined;
  /** Percent. */
  soc?: number | undefined;
}

export interface RechargeState {
  connector?: LiveConnector | undefined;
  /** The person's own charge here, open or over. */
  transaction?: Transaction | undefined;
  /** The charge is over. Nothing that comes later changes that. */
  over: boolean;
  /** Why the charge point couldn't start, from the newest start-error event. */
  startError?: string | undefined;
  figures: Figures;
  /** When the charge point was last heard of, in milliseconds since 1970. */
  heardAt?: number | undefined;
}

export type RechargeEvent =
  /** A connector's status, fetched or live. */
  | { type: 'seen'; connector: LiveConnector; at: number }
  | { type: 'started'; transaction: Transaction; at: number }
  | { type: 'startFailed'; errorCode: string }
  /** A transaction ended. `since`: when the start that is being waited for was asked, if one is. */
  | { type: 'stopped'; transaction: Transaction; since?: number | undefined }
  /** The person has read why it couldn't start. */
  | { type: 'errorRead' };

export const NOTHING_YET: RechargeState = { over: false, figures: {} };

export function step(state: RechargeState, event: RechargeEvent): RechargeState {
  if (state.over) return state;
  switch (event.type) {
    case 'seen':
      return seen(state, event.connector, event.at);
    case 'started':
      return adopt({ ...state, heardAt: event.at }, event.transaction);
    case 'startFailed':
      return state.transaction ? state : { ...state, startError: event.errorCode };
    case 'stopped':
      return isOurs(state, event.transaction, event.since) ? end(state, event.transaction) : state;
    case 'errorRead':
      return { ...state, startError: undefined };
  }
}

function seen(state: RechargeState, connector: LiveConnector, at: number): RechargeState {
  if (isLate(state, connector)) return state;
  const reported = connector.transaction;
  const next = { ...state, connector, heardAt: at };
  if (reported?.stopTime !== undefined) {
    return reported.transactionId === state.transaction?.transactionId ? end(next, reported) : next;
  }
  const adopted = reported ? adopt(next, reported) : next;
  const isAnothers = reported && reported.transactionId !== adopted.transaction?.transactionId;
  if (!adopted.transaction || isAnothers) return adopted;
  return { ...adopted, figures: newer(adopted.figures, connector) };
}

/** A meter never runs back: a report with less energy than is known is older than what is shown. */
function isLate(state: RechargeState, connector: LiveConnector): boolean {
  const { transaction, figures } = state;
  if (!transaction || figures.kwh === undefined) return false;
  if (connector.transaction && connector.transaction.transactionId !== transaction.transactionId)
    return false;
  const kwh = energyOf(connector);
  return kwh !== undefined && kwh < figures.kwh;
}

const energyOf = (connector: LiveConnector) => connector.transaction?.meterTotal ?? connector.meterKWH;

function newer(known: Figures, connector: LiveConnector): Figures {
  return {
    kwh: energyOf(connector) ?? known.kwh,
    // A power that was true while charging says nothing about a pause.
    kw:
      connector.chargeRateKW ??
      connector.transaction?.chargeRateKW ??
      (connector.status === 'Charging' ? known.kw : undefined),
    soc: connector.soC ?? known.soc,
  };
}

/** Takes a transaction as the one on this screen, unless it is older than the one that is. */
function adopt(state: RechargeState, transaction: Transaction): RechargeState {
  const known = state.transaction;
  if (known && known.transactionId !== transaction.transactionId) {
    if (startOf(transaction) < startOf(known)) return state;
    return { ...state, transaction, figures: figuresOf(transaction), startError: undefined };
  }
  const figures = known ? state.figures : figuresOf(transaction);
  return { ...state, transaction: renew(known, transaction), figures, startError: undefined };
}

const figuresOf = ({ meterTotal, chargeRateKW }: Transaction): Figures => ({
  kwh: meterTotal,
  kw: chargeRateKW,
});
const startOf = ({ startTime }: Transaction) => (startTime ? Date.parse(startTime) : 0);

/** What a report leaves out is kept from those before it, but for the end of a pause, which is told by leaving it out. */
function renew(known: Transaction | undefined, told: Transaction): Transaction {
  if (!known) return told;
  const news = Object.entries(told).filter(([, value]) => value !== undefined);
  return { ...known, ...Object.fromEntries(news), suspendedSince: told.suspendedSince };
}

/** Room for a phone's clock that runs ahead of the server's. */
const CLOCK_SKEW_MS = 120_000;

/** A stop may be heard before its start; one of an earlier charge (sent again after an outage) isn't ours. */
function isOurs({ transaction: known }: RechargeState, stopped: Transaction, since?: number): boolean {
  if (known) return known.transactionId === stopped.transactionId;
  return since === undefined || stopped.startTime === undefined || startOf(stopped) >= since - CLOCK_SKEW_MS;
}

function end(state: RechargeState, stopped: Transaction): RechargeState {
  const kwh = stopped.meterTotal ?? state.figures.kwh;
  return {
    ...state,
    over: true,
    transaction: renew(state.transaction, stopped),
    figures: { ...state.figures, kwh, kw: 0 },
    startError: undefined,
  };
}
