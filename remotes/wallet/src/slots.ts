import { defineSlot } from '@shared/contract';

/** Unlocks the cable of a finished charge that is still plugged in. */
export const unlock = defineSlot<{ transactionId: string; chargerNumber: string; available: boolean }>(
  'receipt.unlock',
);
