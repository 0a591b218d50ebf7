import { centsFromReais, formatBRL } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { type Order, orderMethod, orderReais, PIX } from '@shared/contract';
import { orderToastId, type Toast } from '@shared/state';
import { words } from '@shared/ui';
import { strings } from './strings.ts';

/** `orderOtId` of a credit top-up. */
export const TOP_UP = 0;
/** `orderOtId` of credit that is returned to its original payment method. */
const PAYBACK = 2;

/**
 * Returns the toast of a top-up that was paid or failed, or of credit that went back or couldn't; undefined
 * for any other order.
 * @param wasInProgress whether the response to the top-up said so
 */
export function orderToast(
  order: Order,
  openReceipt: (orderId: string) => void,
  wasInProgress: boolean,
): Toast | undefined {
  if (order.orderOtId === PAYBACK) return paybackToast(order);
  if (order.orderOtId !== TOP_UP || isTakenBack(order)) return undefined;
  const id = orderToastId(order.orderIdempotencyKey ?? order.orderId);
  const close = { label: words.close, run: () => {} };
  if (order.orderState === 'paid')
    return {
      id,
      kind: 'success',
      title: strings.credited,
      actions: [{ label: strings.receipt, run: () => openReceipt(order.orderId) }, close],
    };
  const failure = FAILURES.get(order.orderState);
  // The top-up screen shows the other states itself, unless the payment was still in progress. An unpaid Pix
  // code needs no message.
  const isAwaited = wasInProgress && orderMethod(order).item_type !== PIX;
  if (!failure || !(isAwaited || order.orderState === 'canceled')) return undefined;
  const text = [failure.text, describe(order)].filter(Boolean).join(' ');
  // Never expires: the phone may be in a pocket when the event arrives.
  return { id, kind: 'failure', title: failure.title, text, actions: [close] };
}

/** By the state of a top-up. */
const FAILURES: ReadonlyMap<string | undefined, { title: string; text?: string }> = new Map([
  ['canceled', { title: strings.refused }],
  ['unauthorized', { title: strings.refused }],
  ['error', { title: words.failure, text: strings.incomplete }],
]);

function paybackToast(order: Order): Toast | undefined {
  const id = orderToastId(order.orderId);
  const text = describe(order);
  if (order.orderState === 'paid') return { id, kind: 'success', title: strings.paidBack, text };
  if (order.orderState === 'canceled')
    return {
      id,
      kind: 'failure',
      title: strings.paybackRejected,
      text: strings.creditedAgain(text),
      actions: [{ label: words.close, run: () => {} }],
    };
  return undefined;
}

/** Returns whether the provider took the payment back: the purchase itself was neither paid nor refused now. */
const isTakenBack = ({ orderItems = [] }: Order) =>
  orderItems.some(({ orderItemRefunded, orderItemAmount }) => orderItemRefunded || orderItemAmount < 0);

function describe(order: Order): string {
  const reais = orderReais(order);
  const amount = reais === undefined ? undefined : formatBRL(centsFromReais(reais));
  return [isolate(orderMethod(order).description ?? ''), amount].filter(Boolean).join(' · ');
}
