import { defineSlot } from '@shared/contract';

/** Money, account and link on the receipt of a charge without an account. */
export const guestReceipt = defineSlot<object>('receipt.guest');

/** Unlocks the cable of a finished charge that is still plugged in. */
export const unlock = defineSlot<{ transactionId: string; chargerNumber: string; available: boolean }>(
  'receipt.unlock',
);
