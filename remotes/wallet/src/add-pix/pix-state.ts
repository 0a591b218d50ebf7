import type { Order } from '@shared/contract';
import { pixOf } from '../order-data.ts';

/** What the screen shows for a Pix order that isn't paid. */
type PixState =
  | { kind: 'expired' }
  /** The order failed before it had a code. */
  | { kind: 'failed' }
  | { kind: 'noCode' }
  /** `dueAt`: expiry of the code, in ms since 1970. */
  | { kind: 'open'; code: string; dueAt: number | undefined };

/** States in which the code can't be paid any more; the server cancels an expired Pix. */
const OVER: ReadonlySet<string | undefined> = new Set(['canceled', 'unauthorized', 'error']);

const FAILED: ReadonlySet<string | undefined> = new Set(['unauthorized', 'error']);

/** @param now server time, in ms since 1970 */
export function pixStateOf(order: Order, now: number): PixState {
  const { code, dueAt } = pixOf(order);
  if (code === undefined && FAILED.has(order.orderState)) return { kind: 'failed' };
  if (OVER.has(order.orderState) || (dueAt !== undefined && dueAt <= now)) return { kind: 'expired' };
  return code === undefined ? { kind: 'noCode' } : { kind: 'open', code, dueAt };
}
