import { defineSlot } from '@shared/contract';

/** Before the warning about what is lost with the account: offers to give credit back. */
export const beforeDeletion = defineSlot<object>('deletion.before');
