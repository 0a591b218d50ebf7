import { defineSlot } from '@shared/contract';

/**
 * Before the warning about what is lost with the account: offers to give credit back. The warning
 * waits for `onSettled`, so that it doesn't move when the offer arrives.
 */
export const beforeDeletion = defineSlot<{ onSettled: () => void }>('deletion.before');

/** Cards that begin charges, in the profile. This remote fills it itself: the profile doesn't wait for its code. */
export const cards = defineSlot<object>('profile.cards');
