import { centsFromReais, formatBRL } from '@shared/brazil';
import { type Order, optional, text } from '@shared/contract';
import { orderToastId, type Toast } from '@shared/state';
import * as z from 'zod/mini';
import { strings } from './strings.ts';

/** `orderOtId` of a credit top-up. */
const TOP_UP = 0;
const MethodData = z.looseObject({ description: optional(text) });

/** Returns the toast of a top-up's order, or undefined for most states. */
export function orderToast(order: Order, openReceipt: (orderId: string) => void): Toast | undefined {
  if (order.orderOtId !== TOP_UP) return undefined;
  const id = orderToastId(order.orderIdempotencyKey ?? order.orderId);
  const close = { label: strings.close, run: () => {} };
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

function describe({ orderPaymentMethodData, orderAmount, orderAmmount }: Order): string {
  const amount = orderAmount ?? orderAmmount;
  return [
    methodOf(orderPaymentMethodData),
    amount === undefined ? undefined : formatBRL(centsFromReais(amount)),
  ]
    .filter(Boolean)
    .join(' · ');
}

function methodOf(data: string | undefined): string | undefined {
  try {
    return MethodData.safeParse(JSON.parse(data ?? '')).data?.description;
  } catch {
    return undefined;
  }
}
