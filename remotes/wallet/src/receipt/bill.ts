import { centsFromReais, formatPrice } from '@shared/brazil';
import type { Order, OrderItem } from '@shared/contract';

/** One line of a bill. Integer cents. */
export interface Line {
  description: string;
  /** How the amount came about, such as `23,45 × R$ 1,90`; undefined for what is charged once, or can't be shown so. */
  detail: string | undefined;
  cents: number;
  refunded: boolean;
}

/** To the Wh. */
const quantity = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** A number as it is shown with so many decimals, as a whole number of the last of them. */
const shown = (value: number, decimals: number) => Math.round(Number(`${value}e${decimals}`));

/**
 * A line must be found by multiplying what it shows. A price by the hour, told by the minute, may have no end: its
 * rounded product is then a cent off, and left out.
 */
function detailOf(count: number, price: number, cents: number): string | undefined {
  const product = Math.round((shown(count, 3) * shown(price, 4)) / 100_000);
  return product === cents ? `${quantity.format(count)} × ${formatPrice(price)}` : undefined;
}

function lineOf(item: OrderItem): Line {
  const { orderItemCount: count, orderItemPrice: price } = item;
  const cents = centsFromReais(item.orderItemAmount);
  return {
    description: item.orderItemDesc,
    detail: price === undefined || count === 1 ? undefined : detailOf(count, price, cents),
    cents,
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
