import { useSyncExternalStore } from 'react';

interface OpenModal {
  /** Slot for notices. A modal makes everything outside it inert, so toasts must be inside the topmost one. */
  notices: HTMLElement;
  /** Sets the initial focus. */
  focus: () => void;
  /** Shows the dialog again, above those that opened later. Only a dialog that stays on top has it. */
  raise?: (() => void) | undefined;
}

/** The open modal dialogs, topmost last. */
let stack: readonly OpenModal[] = [];
const listeners = new Set<() => void>();

function replace(next: readonly OpenModal[]) {
  stack = next;
  for (const listener of listeners) listener();
}

/** Adds a dialog on top, or below the one that stays on top; returns a function that removes it. */
export function pushModal(modal: OpenModal): () => void {
  const onTop = modal.raise ? [] : stack.filter(({ raise }) => raise);
  for (const { raise } of onTop) raise?.();
  replace([...stack.filter((other) => !onTop.includes(other)), modal, ...onTop]);
  return () => replace(stack.filter((other) => other !== modal));
}

export const focusTopModal = () => stack.at(-1)?.focus();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the notice slot of the topmost modal dialog, or undefined if none is open. */
export function useTopModalSlot(): HTMLElement | undefined {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1)?.notices,
    () => undefined,
  );
}
