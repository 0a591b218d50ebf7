import { connectorWords } from '@shared/charging/connector-status';
import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { CHARGE_ENDED } from '@shared/ui/product-words';
import { isChargerOffline, type RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/** State of the wait for the car's plug, from an accepted start (`PLUG_WAIT_MS`). */
export type PlugWait = 'none' | 'running' | 'over';

/**
 * - `waiting`: a start was accepted and the car isn't plugged in yet
 * - `waitOver`: the wait expired
 * - `charging`: a transaction is open
 * - `over`: the transaction has ended
 * - `idle`: the user has no charge on this connector
 */
type Phase = 'waiting' | 'waitOver' | 'charging' | 'over' | 'idle';

/**
 * What the user may do: `stop` ends a charge, `cancel` ends the wait for the plug or a charge that
 * hasn't delivered energy yet.
 */
export type Action = 'stop' | 'cancel';

/**
 * The question that confirms an action. It depends on the consequences:
 * - `wait`: to cancel the wait for the plug, which costs nothing
 * - `begun`: to cancel a charge that hasn't delivered energy, but may cost a start fee or time
 * - `stop`: to end a charge
 */
export type Question = 'wait' | 'begun' | 'stop';
type Tone = 'live' | 'still' | 'done' | 'attention' | 'fault';

interface Row {
  message: string;
  action: Action | undefined;
  tone: Tone;
}

const labelOf = (status: ConnectorStatus) => connectorWords(true, status).label;

const WITHOUT_TRANSACTION = {
  Available: { message: strings.plugIn, action: 'cancel', tone: 'still' },
  Preparing: { message: strings.plugIn, action: 'cancel', tone: 'live' },
  Charging: { message: labelOf('Charging'), action: undefined, tone: 'live' },
  SuspendedEV: { message: strings.finishing, action: undefined, tone: 'still' },
  SuspendedEVSE: { message: labelOf('SuspendedEVSE'), action: undefined, tone: 'attention' },
  Finishing: { message: strings.unplug, action: undefined, tone: 'still' },
  Unavailable: { message: labelOf('Unavailable'), action: undefined, tone: 'attention' },
  Faulted: { message: labelOf('Faulted'), action: undefined, tone: 'fault' },
} as const satisfies Record<ConnectorStatus, Row>;

/** A paused or faulted charge can be stopped too, as it costs as long as it is open. */
const WITH_TRANSACTION = {
  ...WITHOUT_TRANSACTION,
  Available: { message: labelOf('Preparing'), action: 'cancel', tone: 'still' },
  Preparing: { message: labelOf('Preparing'), action: 'cancel', tone: 'live' },
  Charging: { message: labelOf('Charging'), action: 'stop', tone: 'live' },
  SuspendedEV: { message: strings.finishing, action: 'stop', tone: 'still' },
  SuspendedEVSE: { message: labelOf('SuspendedEVSE'), action: 'stop', tone: 'attention' },
  Unavailable: { message: labelOf('Unavailable'), action: 'stop', tone: 'attention' },
  Faulted: { message: labelOf('Faulted'), action: 'stop', tone: 'fault' },
} as const satisfies Record<ConnectorStatus, Row>;

export interface RechargeView extends Row {
  phase: Phase;
}

/** Returns the phase, message, action and tone that the screen shows for a state. */
export function viewOf(state: RechargeState, wait: PlugWait): RechargeView {
  if (state.over) return { phase: 'over', message: CHARGE_ENDED, action: undefined, tone: 'done' };
  if (state.transaction) return { phase: 'charging', ...withoutAnimation(state, chargeRowOf(state)) };
  if (wait === 'running') return { phase: 'waiting', ...rowOf(WITHOUT_TRANSACTION, state) };
  const { isConnected = true, status } = state.connector ?? {};
  const idle: Row = { message: connectorWords(isConnected, status).label, action: undefined, tone: 'still' };
  return { phase: wait === 'over' ? 'waitOver' : 'idle', ...idle };
}

/** A connector that is reported free after it delivered energy waits for the charge's last report. */
function chargeRowOf(state: RechargeState): Row {
  const { status, meterKWH, chargeRateKW } = state.connector ?? {};
  const awaitsEnd = status === 'Available' && meterKWH && !chargeRateKW;
  return awaitsEnd
    ? { ...WITH_TRANSACTION.Available, message: strings.awaitsEnd }
    : rowOf(WITH_TRANSACTION, state);
}

/** Returns the question that confirms the action that the view offers. */
export function questionOf({ phase, action }: RechargeView): Question | undefined {
  if (action !== 'cancel') return action;
  return phase === 'waiting' ? 'wait' : 'begun';
}

/** If the charge point is offline, whether energy flows is unknown, so don't animate. */
const withoutAnimation = (state: RechargeState, row: Row): Row =>
  isChargerOffline(state) && row.tone === 'live' ? { ...row, tone: 'still' } : row;

function rowOf(table: Record<ConnectorStatus, Row>, { connector, transaction }: RechargeState): Row {
  const status = connector?.status;
  const knownStatus = CONNECTOR_STATUSES.find((name) => name === status);
  if (knownStatus) return table[knownStatus];
  // No report yet, or an unknown status, which is shown unchanged.
  if (status === undefined) return transaction ? table.Preparing : table.Available;
  return { message: status, action: transaction && 'stop', tone: 'still' };
}
