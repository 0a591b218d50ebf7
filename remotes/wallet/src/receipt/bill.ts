import { centsFromReais, formatPrice } from '@shared/brazil';
import type { Order, OrderItem } from '@shared/contract';

/** One line of a bill. Integer cents. */
export interface Line {
  description: string;
  /** How the amount came about, such as `23,45 × R$ 1,90`; undefined for what is charged once. */
  detail: string | undefined;
  cents: number;
  refunded: boolean;
}

/** To the Wh: a line must be found by multiplying what it shows. */
const quantity = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

function lineOf(item: OrderItem): Line {
  const { orderItemCount: count, orderItemPrice: price } = item;
  const isProduct = price !== undefined && count !== 1;
  return {
    description: item.orderItemDesc,
    detail: isProduct ? `${quantity.format(count)} × ${formatPrice(price)}` : undefined,
    cents: centsFromReais(item.orderItemAmount),
    refunded: item.orderItemRefunded === true,
  };
}

/** The lines of a charge's order, in its own order. */
export const billLines = (order: Order | undefined): Line[] => (order?.orderItems ?? []).map(lineOf);

/** Cents of a charge, or undefined while its bill isn't closed. Both spellings of the order's amount occur. */
export function totalOf(amount: number | undefined, order: Order | undefined): number | undefined {
  const reais = amount ?? order?.orderAmount ?? order?.orderAmmount;
  return reais === undefined ? undefined : centsFromReais(reais);
}
