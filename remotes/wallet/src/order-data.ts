import { centsFromReais } from '@shared/brazil';
import { instant, type Order, optional, orderReais, readJson, text } from '@shared/contract';
import * as z from 'zod/mini';

const PixData = z.looseObject({
  due_date: optional(instant),
  pix: optional(z.looseObject({ qrcode_text: optional(text) })),
});

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the copyable code of a Pix order and its expiry in ms since 1970. A date without a time
 * expires at the end of that day.
 */
export function pixOf(order: Order): { code: string | undefined; dueAt: number | undefined } {
  const data = readJson(PixData, order.orderData);
  const due = data?.due_date;
  return {
    code: data?.pix?.qrcode_text || undefined,
    dueAt: due === undefined ? undefined : Date.parse(DAY_ALONE.test(due) ? `${due}T23:59:59` : due),
  };
}

/** Returns the amount of an order in integer cents, or undefined if there is none. */
export function amountOf(order: Order): number | undefined {
  const reais = orderReais(order);
  return reais === undefined ? undefined : centsFromReais(reais);
}
