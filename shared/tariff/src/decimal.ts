/** Prices and quantities are integers in millionths, which avoids binary fractions. */
export const MILLION = 1_000_000n;

/** Converts a number to millionths through its decimal text, rounding finer digits. */
export function millionths(value: number): bigint {
  const [digits, exponent = '0'] = String(value).split('e');
  return BigInt(Math.round(Number(`${digits}e${Number(exponent) + 6}`)));
}

/** Divides two non-negative numbers, rounding half up. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor));
}
