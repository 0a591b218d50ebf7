import { CONNECTOR_STATUSES, type ConnectorStatus } from '@shared/contract';
import { connectorWords } from '@shared/ui/connector-status';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/** The wait for the car's plug: 60 s from an accepted start (specification, section 9). */
export type PlugWait = 'none' | 'running' | 'over';

/**
 * - `waiting`: a start was accepted, the plug is awaited
 * - `waitOver`: and didn't come in time
 * - `charging`: a transaction is open
 * - `over`: it has ended
 * - `idle`: no charge of this person's here
 */
type Phase = 'waiting' | 'waitOver' | 'charging' | 'over' | 'idle';

/** What the person may ask for: `stop` ends a transaction, `cancel` one that hasn't begun to charge. */
export type Action = 'stop' | 'cancel';
type Tone = 'live' | 'still' | 'done' | 'attention' | 'fault';

interface Row {
  message: string;
  action: Action | undefined;
  tone: Tone;
}

/** Before a transaction (specification, sections 2 and 4). */
const BEFORE = {
  Available: { message: strings.plugIn, action: 'cancel', tone: 'still' },
  Preparing: { message: strings.plugIn, action: 'cancel', tone: 'live' },
  Charging: { message: strings.charging, action: undefined, tone: 'live' },
  SuspendedEV: { message: strings.finishing, action: undefined, tone: 'still' },
  SuspendedEVSE: { message: strings.paused, action: undefined, tone: 'attention' },
  Finishing: { message: strings.unplug, action: undefined, tone: 'still' },
  Unavailable: { message: strings.unavailable, action: undefined, tone: 'attention' },
  Faulted: { message: strings.faulted, action: undefined, tone: 'fault' },
} as const satisfies Record<ConnectorStatus, Row>;

/** With one. A paused or failing charge can be ended too: it costs as long as it is open. */
const DURING = {
  ...BEFORE,
  Available: { message: strings.preparing, action: 'cancel', tone: 'still' },
  Preparing: { message: strings.preparing, action: 'cancel', tone: 'live' },
  Charging: { message: strings.charging, action: 'stop', tone: 'live' },
  SuspendedEV: { message: strings.finishing, action: 'stop', tone: 'still' },
  SuspendedEVSE: { message: strings.paused, action: 'stop', tone: 'attention' },
  Unavailable: { message: strings.unavailable, action: 'stop', tone: 'attention' },
  Faulted: { message: strings.faulted, action: 'stop', tone: 'fault' },
} as const satisfies Record<ConnectorStatus, Row>;

const OVER: Row = { message: strings.over, action: undefined, tone: 'done' };

export interface RechargeView extends Row {
  phase: Phase;
}

/** What the screen says and offers. */
export function viewOf(state: RechargeState, wait: PlugWait): RechargeView {
  if (state.over) return { phase: 'over', ...OVER };
  if (state.transaction) return { phase: 'charging', ...calm(state, rowOf(DURING, state)) };
  if (wait === 'running') return { phase: 'waiting', ...rowOf(BEFORE, state) };
  const { isConnected = false, status } = state.connector ?? {};
  const idle: Row = { message: connectorWords(isConnected, status).label, action: undefined, tone: 'still' };
  return { phase: wait === 'over' ? 'waitOver' : 'idle', ...idle };
}

/** Nobody knows whether energy flows at a charge point that is out of reach. */
const calm = ({ connector }: RechargeState, row: Row): Row =>
  connector?.isConnected === false && row.tone === 'live' ? { ...row, tone: 'still' } : row;

function rowOf(table: Record<ConnectorStatus, Row>, { connector, transaction }: RechargeState): Row {
  const status = connector?.status;
  const named = CONNECTOR_STATUSES.find((name) => name === status);
  if (named) return table[named];
  // Nothing heard yet, or a status without a name, which is shown as it is.
  if (status === undefined) return transaction ? table.Preparing : table.Available;
  return { message: status, action: transaction && 'stop', tone: 'still' };
}
