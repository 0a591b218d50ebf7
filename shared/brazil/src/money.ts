import { numberFormat } from './number.ts';

const brl = numberFormat({ style: 'currency', currency: 'BRL' });

/** Formats cents as BRL: `123456` is `R$ 1.234,56` (no-break space after `R$`). */
export function formatBRL(cents: number): string {
  return brl(cents / 100);
}

/**
 * Formats a price in BRL, a decimal number that may have fractions of a cent: `1.899` is `R$ 1,90`. One below a cent
 * has four decimals, so that it isn't shown as free. Use `formatBRL` for amounts of money.
 */
export function formatPrice(reais: number): string {
  return (reais < 0.01 ? smallPrice : brl)(reais);
}
const smallPrice = numberFormat({ style: 'currency', currency: 'BRL', maximumFractionDigits: 4 });

/** How a price or cost of zero is shown. */
export const FREE = 'Grátis';

/**
 * Converts BRL as a decimal number to cents, rounding half away from zero. Shifts the decimal text,
 * so that 1.005 gives 101 cents although the nearest binary number is smaller.
 */
export function centsFromReais(reais: number): number {
  const [digits, exponent = '0'] = String(Math.abs(reais)).split('e');
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  return reais < 0 && cents !== 0 ? -cents : cents;
}

/** Converts integer cents to BRL as a decimal number, the API's format. */
export function reaisFromCents(cents: number): number {
  return cents / 100;
}
