import { defineSlot } from '@shared/contract';

/** Offer of push notifications during a charge. */
export const notices = defineSlot<object>('recharge.notices');

/** Coupon picker in the dialog that confirms a start. */
export const coupons = defineSlot<{
  siteId: string;
  selected: string | undefined;
  onSelect: (udcId: string | undefined) => void;
}>('start.coupons');
