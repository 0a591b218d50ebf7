export {
  type ChargeTimes,
  chargeTimes,
  EXCLUSION_CAUSES,
  type Exclusion,
  type ExclusionCause,
  excludedSecondsOf,
} from './charge-times.ts';
export { describePrice, isFree, lineLabel } from './describe-price.ts';
export { describeIdleCost, idleCostStart } from './idle-cost.ts';
export { type Bill, type BillLine, type LineKind, priceCharge } from './price-charge.ts';
export { type Usage, usageAt } from './usage.ts';
