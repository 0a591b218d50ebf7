import { centsFromReais, formatBRL } from '@shared/brazil';
import { isolate } from '@shared/brazil/isolate';
import { type Order, orderMethod, orderReais } from '@shared/contract';
import { orderToastId, type Toast } from '@shared/state';
import { words } from '@shared/ui';
import { strings } from './strings.ts';

/** `orderOtId` of a credit top-up. */
export const TOP_UP = 0;
/** `orderOtId` of credit that is returned to its original payment method. */
const PAYBACK = 2;

/**
 * Returns the toast of a paid or canceled top-up, or of credit that went back or couldn't; undefined for
 * any other order.
 */
export function orderToast(order: Order, openReceipt: (orderId: string) => void): Toast | undefined {
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
  if (order.orderState === 'canceled')
    // Never expires: the phone may be in a pocket when the event arrives.
    return { id, kind: 'failure', title: strings.refused, text: describe(order), actions: [close] };
  return undefined;
}

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
