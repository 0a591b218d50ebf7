import type { Order } from '@shared/contract';
import { pixOf } from '../order-data.ts';

/** What there is to be seen of a Pix order. */
export type PixState =
  | { kind: 'paid' }
  | { kind: 'expired' }
  /** The order ended before it had a code. */
  | { kind: 'failed' }
  | { kind: 'noCode' }
  /** `dueAt`: until when it can be paid, ms since 1970. */
  | { kind: 'open'; code: string; dueAt: number | undefined };

/** States in which nobody is to pay this code any more; the server cancels a Pix that ran out. */
const OVER: ReadonlySet<string | undefined> = new Set(['canceled', 'unauthorized', 'error']);

const FAILED: ReadonlySet<string | undefined> = new Set(['unauthorized', 'error']);

/** @param now the server's time, ms since 1970 */
export function pixStateOf(order: Order, now: number): PixState {
  if (order.orderState === 'paid') return { kind: 'paid' };
  const { code, dueAt } = pixOf(order);
  if (code === undefined && FAILED.has(order.orderState)) return { kind: 'failed' };
  if (OVER.has(order.orderState) || (dueAt !== undefined && dueAt <= now)) return { kind: 'expired' };
  return code === undefined ? { kind: 'noCode' } : { kind: 'open', code, dueAt };
}
