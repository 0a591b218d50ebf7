import type { FilledSlot, RunnableRemote } from '@shared/contract';

/** Returns the first component with which these remotes fill a slot. */
export const filledSlot = (remotes: readonly RunnableRemote[], name: string): FilledSlot | undefined =>
  remotes.flatMap(({ fills = [] }) => fills).find(({ slot }) => slot === name);
