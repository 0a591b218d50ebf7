import { defineSlot } from '@shared/contract';

/** Offer of push notifications during a charge. */
export const notices = defineSlot<object>('recharge.notices');

/** Link of the recognised car during a charge, and what its driver can do if the car began the charge. */
export const tags = defineSlot<{
  transactionId: string;
  siteId: string | undefined;
  stop: () => void;
}>('recharge.tags');

/** Coupon picker in the dialog that confirms a start. */
export const coupons = defineSlot<{
  siteId: string;
  selected: string | undefined;
  onSelect: (udcId: string | undefined) => void;
}>('start.coupons');
