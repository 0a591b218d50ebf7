export {
  type ChargeTimes,
  chargeTimes,
  type Exclusion,
  excludedSecondsOf,
} from './charge-times.ts';
export { describePrice, isFree, lineLabel } from './describe-price.ts';
export { describeOverstayPrice, overstayCostStart } from './overstay-price.ts';
export { type Bill, type BillLine, priceCharge } from './price-charge.ts';
export { type Usage, usageAt } from './usage.ts';
