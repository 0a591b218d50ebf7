export { describePrice, isFree, lineLabel } from './describe-price.ts';
export { type Bill, type BillLine, type LineKind, priceCharge } from './price-charge.ts';
export { type Usage, usageAt } from './usage.ts';
