import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { focusTopModal, pushModal } from './modal-stack.ts';

interface Modal {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Initial focus, unless an element in the dialog has `data-autofocus`. */
  heading: RefObject<HTMLElement | null>;
  /** Slot for notices while this is the topmost dialog. */
  notices: RefObject<HTMLElement | null>;
  /** Called on Escape or a press on the backdrop. */
  onClose: () => void;
  /** The user can't close the dialog. */
  persistent: boolean;
  /** Dialogs that open later open below this one. */
  onTop: boolean;
}

/** Opens a `<dialog>` as a modal while mounted and restores the focus on unmount. */
export function useModal({ dialog, heading, notices, onClose, persistent, onTop }: Modal) {
  const close = useEffectEvent(() => {
    if (!persistent) onClose();
  });
  // Some browsers close the dialog themselves (second Escape, Android back): treat as Escape.
  const closedByBrowser = useEffectEvent(() => (persistent ? dialog.current?.showModal() : onClose()));

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !notices.current) return;
    const focus = () => (element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current)?.focus();
    const show = () => {
      element.showModal();
      focus();
    };
    show();
    const raise = () => {
      element.close();
      show();
    };
    const leaveStack = pushModal({ notices: notices.current, focus, raise: onTop ? raise : undefined });

    const listening = new AbortController();
    const { signal } = listening;
    const cancel = (event: Event) => {
      event.preventDefault();
      close();
    };
    // A press that began inside, such as a text selection, isn't a backdrop press.
    let pressed: EventTarget | null = null;
    const press = (event: Event) => {
      pressed = event.target;
    };
    const click = (event: Event) => {
      if (event.target === element && pressed === element) close();
    };
    // Not the second tap of a double tap whose first one opened the dialog: it would confirm.
    let clicks = 0;
    const ignoreEarlier = (event: MouseEvent) => {
      clicks += 1;
      if (event.detail <= clicks) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    element.addEventListener('click', ignoreEarlier, { signal, capture: true });
    element.addEventListener('cancel', cancel, { signal });
    element.addEventListener('pointerdown', press, { signal });
    element.addEventListener('click', click, { signal });
    const closed = () => {
      // The event is asynchronous: a remounted component may have reopened the dialog by now.
      if (!element.open) closedByBrowser();
    };
    element.addEventListener('close', closed, { signal });
    return () => {
      listening.abort();
      leaveStack();
      element.close();
      // The browser can't restore it to an element that has been disabled or removed in the meantime.
      if (document.activeElement === document.body || element.contains(document.activeElement))
        focusTopModal();
    };
  }, [dialog, heading, notices, onTop]);
}
