/** Reads the fields of an order that are JSON strings or exist in two spellings. */
import { centsFromReais } from '@shared/brazil';
import { instant, type Order, optional, readLeniently, text } from '@shared/contract';
import * as z from 'zod/mini';

const MethodData = z.looseObject({ description: optional(text), item_type: optional(text) });
const PixData = z.looseObject({
  due_date: optional(instant),
  pix: optional(z.looseObject({ qrcode_text: optional(text) })),
});

/** Returns undefined if the text isn't JSON of this shape. */
function read<T>(json: string | undefined, schema: z.ZodMiniType<T>): T | undefined {
  if (!json) return undefined;
  try {
    return readLeniently(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Returns an order's payment method: its kind, and a description such as `visa 4242`. */
export function methodOf(order: Order): { description?: string | undefined; item_type?: string | undefined } {
  return read(order.orderPaymentMethodData, MethodData) ?? {};
}

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the copyable code of a Pix order and its expiry in ms since 1970. A date without a time
 * expires at the end of that day.
 */
export function pixOf(order: Order): { code: string | undefined; dueAt: number | undefined } {
  const data = read(order.orderData, PixData);
  const due = data?.due_date;
  return {
    code: data?.pix?.qrcode_text || undefined,
    dueAt: due === undefined ? undefined : Date.parse(DAY_ALONE.test(due) ? `${due}T23:59:59` : due),
  };
}

/** Returns the amount of an order in integer cents, or undefined if there is none. */
export function amountOf({ orderAmount, orderAmmount }: Order): number | undefined {
  const reais = orderAmount ?? orderAmmount;
  return reais === undefined ? undefined : centsFromReais(reais);
}
