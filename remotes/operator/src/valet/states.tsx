import type { ValetQueueItem, ValetStatus } from '@shared/contract';
import { StatusGlyph } from '@shared/ui';
import { Clock, Info, Timer } from '@shared/ui/icons';
import type { ReactNode } from 'react';
import { strings } from './strings.ts';

/** Actions on a vehicle of the queue. */
export type Action = 'start' | 'delete' | 'info' | 'dismiss';

export interface ValetState {
  name: ValetStatus | 'PENDING' | 'OTHER';
  label: string;
  icon: ReactNode;
  /** Actions that the row offers. */
  actions: readonly Action[];
}

const STATES = {
  QUEUED: { name: 'QUEUED', label: strings.waiting, icon: <Clock />, actions: ['start', 'delete'] },
  CHARGING: {
    name: 'CHARGING',
    label: strings.charging,
    icon: <StatusGlyph kind="inUse" />,
    actions: ['info'],
  },
  FINISHED: { name: 'FINISHED', label: strings.finished, icon: <StatusGlyph kind="done" />, actions: [] },
} as const satisfies Record<ValetStatus, ValetState>;

const DISMISSIBLE: ValetState = { ...STATES.FINISHED, actions: ['dismiss'] };
const PENDING: ValetState = {
  name: 'PENDING',
  label: strings.pending,
  icon: <Timer />,
  actions: ['delete'],
};

const KNOWN: ReadonlyMap<string | undefined, ValetState> = new Map(Object.entries(STATES));

/** Returns the state of a vehicle of the queue; an unknown status is shown as it is. */
export function stateOf({ cqQueuedAt, status, canDismiss }: ValetQueueItem): ValetState {
  if (cqQueuedAt === undefined) return PENDING;
  const known = KNOWN.get(status);
  if (known === STATES.FINISHED && canDismiss) return DISMISSIBLE;
  return known ?? { name: 'OTHER', label: status ?? strings.none, icon: <Info />, actions: [] };
}

/** Returns whether a start was accepted and the car still has to be plugged into its charger. */
export const isStartAccepted = (item: ValetQueueItem) =>
  stateOf(item).name === 'QUEUED' && item.chargePointName !== undefined;
