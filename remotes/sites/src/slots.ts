import { defineSlot } from '@shared/contract';

/** Cards of the running charges, first on the home. */
export const activeRecharges = defineSlot<object>('home.activeRecharges');
