import { defineSlot } from '@shared/contract';

/** Cards of the active recharges, first on the home screen. */
export const activeRecharges = defineSlot<object>('home.activeRecharges');
