import { useSyncExternalStore } from 'react';

/**
 * The open modal dialogs, topmost last, each by the element in which it shows notices: a modal makes everything outside
 * it inert, so a toast must be inside the topmost one to be heard and pressed.
 */
let stack: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly HTMLElement[]) {
  stack = next;
  for (const listener of listeners) listener();
}

/** Puts a dialog on top; call what it returns when the dialog closes. */
export function pushModal(noticeSlot: HTMLElement): () => void {
  replace([...stack, noticeSlot]);
  return () => replace(stack.filter((slot) => slot !== noticeSlot));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where the topmost open modal dialog shows notices; undefined while none is open. */
export function useTopModalSlot(): HTMLElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1),
    () => undefined,
  );
}
