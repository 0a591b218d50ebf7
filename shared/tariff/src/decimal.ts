/** Prices and quantities are counted in millionths, as whole numbers: no binary fraction ever stands in between. */
export const MILLION = 1_000_000n;

/** A number in millionths, read from its decimal text; what is finer is rounded. */
export function millionths(value: number): bigint {
  const [digits, exponent = '0'] = String(value).split('e');
  return BigInt(Math.round(Number(`${digits}e${Number(exponent) + 6}`)));
}

/** The quotient of two numbers that aren't negative, a half rounded up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}
