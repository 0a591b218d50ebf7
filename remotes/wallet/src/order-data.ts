/** What an order tells in JSON text of its own, and in two spellings (specification, section 3). */
import { centsFromReais } from '@shared/brazil';
import { instant, type Order, optional, readLeniently, text } from '@shared/contract';
import * as z from 'zod/mini';

const MethodData = z.looseObject({ description: optional(text), item_type: optional(text) });
const PixData = z.looseObject({
  due_date: optional(instant),
  pix: optional(z.looseObject({ qrcode_text: optional(text) })),
});

/** Text that isn't JSON, or isn't of this shape, tells nothing. */
function read<T>(json: string | undefined, schema: z.ZodMiniType<T>): T | undefined {
  if (!json) return undefined;
  try {
    return readLeniently(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** How an order is paid: a description such as `visa 4242`, and the kind of method. */
export function methodOf(order: Order): { description?: string | undefined; item_type?: string | undefined } {
  return read(order.orderPaymentMethodData, MethodData) ?? {};
}

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

/** The copyable code of an order by Pix, and until when it is valid: ms since 1970. A day alone is valid to its end. */
export function pixOf(order: Order): { code: string | undefined; dueAt: number | undefined } {
  const data = read(order.orderData, PixData);
  const due = data?.due_date;
  return {
    code: data?.pix?.qrcode_text || undefined,
    dueAt: due === undefined ? undefined : Date.parse(DAY_ALONE.test(due) ? `${due}T23:59:59` : due),
  };
}

/** Integer cents of an order; undefined where it tells none. */
export function amountOf({ orderAmount, orderAmmount }: Order): number | undefined {
  const reais = orderAmount ?? orderAmmount;
  return reais === undefined ? undefined : centsFromReais(reais);
}
