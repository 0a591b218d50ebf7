import { useSyncExternalStore } from 'react';

/**
 * Notice slots of the open modal dialogs, topmost last. A modal makes everything outside it inert,
 * so toasts must be inside the topmost one.
 */
let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly HTMLElement[]) {
  stack = next;
  for (const listener of listeners) listener();
}

/** Adds a dialog on top; returns a function that removes it. */
export function pushModal(noticeSlot: HTMLElement): () => void {
  replace([...stack, noticeSlot]);
  return () => replace(stack.filter((slot) => slot !== noticeSlot));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the notice slot of the topmost modal dialog, or undefined if none is open. */
export function useTopModalSlot(): HTMLElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1),
    () => undefined,
  );
}
