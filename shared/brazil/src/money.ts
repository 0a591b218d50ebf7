const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Integer cents as BRL with 2 decimals: `123456` is `R$ 1.234,56` (a no-break space after `R$`). */
export function formatBRL(cents: number): string {
  return brl.format(cents / 100);
}

/**
 * A price, which may be finer than a cent, in BRL as a decimal number: `1.9` is `R$ 1,90`, `0.0125` is `R$ 0,0125`.
 * Amounts of money go through `formatBRL`.
 */
export function formatPrice(reais: number): string {
  return price.format(reais);
}
const price = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  maximumFractionDigits: 4,
});

/**
 * Cents of a BRL decimal number, halves rounded away from zero. The shift is done on the number's decimal text, so
 * that 1.005 is 101 cents although the nearest binary number is below it.
 */
export function centsFromReais(reais: number): number {
  const [digits, exponent = '0'] = String(Math.abs(reais)).split('e');
  const cents = Math.round(Number(`${digits}e${Number(exponent) + 2}`));
  return reais < 0 && cents !== 0 ? -cents : cents;
}

/** BRL as a decimal number, the form that the API speaks, of integer cents. */
export function reaisFromCents(cents: number): number {
  return cents / 100;
}
