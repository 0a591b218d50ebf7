import { centsFromReais, formatPrice } from '@shared/brazil';
import { type Order, type OrderItem, orderReais } from '@shared/contract';

/** One line of a bill. Amounts are in integer cents. */
export interface Line {
  description: string;
  /**
   * Factors of the amount, such as `23,45 × R$ 1,90`; undefined for a one-off fee or if the
   * rounded factors don't give the amount.
   */
  detail: string | undefined;
  cents: number;
  refunded: boolean;
}

/** Three decimals: kWh are shown down to the Wh. */
const quantity = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 3 });

/** Rounds to a number of decimals and returns the result in units of the last decimal. */
const roundToUnits = (value: number, decimals: number) => Math.round(Number(`${value}e${decimals}`));

/**
 * Returns the factors of an amount if multiplying them as shown gives that amount. A price with fractions of a cent
 * is shown rounded, unless it is below a cent.
 */
function detailOf(count: number, price: number, cents: number): string | undefined {
  const priceUnits = roundToUnits(price, 4);
  const product = Math.round((roundToUnits(count, 3) * priceUnits) / 100_000);
  const isShownRounded = price >= 0.01 && priceUnits % 100 !== 0;
  return product === cents && !isShownRounded
    ? `${quantity.format(count)} × ${formatPrice(price)}`
    : undefined;
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

/** Returns the bill lines of a charge's order, in the order of its items. */
export const billLines = (order: Order | undefined): Line[] => (order?.orderItems ?? []).map(lineOf);

/** Returns the total of a charge in cents, or undefined until its bill is closed. */
export function totalOf(amount: number | undefined, order: Order | undefined): number | undefined {
  const reais = amount ?? (order && orderReais(order));
  return reais === undefined ? undefined : centsFromReais(reais);
}
