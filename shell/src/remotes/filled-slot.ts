import type { FilledSlot, RunnableRemote } from '@shared/contract';

/** Returns what the first of these remotes fills a slot with. */
export const filledSlot = (remotes: readonly RunnableRemote[], name: string): FilledSlot | undefined =>
  remotes.flatMap(({ fills = [] }) => fills).find(({ slot }) => slot === name);
