import { defineSlot } from '@shared/contract';

/** Before the warning about what is lost with the account: offers to give credit back. */
export const beforeDeletion = defineSlot<object>('deletion.before');

/** Cards that begin charges, in the profile. This remote fills it itself: the profile doesn't wait for its code. */
export const cards = defineSlot<object>('profile.cards');
