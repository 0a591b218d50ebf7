import { type RefObject, useEffectEvent, useLayoutEffect } from 'react';
import { pushModal } from './modal-stack.ts';

interface Modal {
  dialog: RefObject<HTMLDialogElement | null>;
  /** Where the focus starts, unless something in the dialog carries `data-autofocus`. */
  heading: RefObject<HTMLElement | null>;
  /** Where notices are shown while this is the topmost dialog. */
  notices: RefObject<HTMLElement | null>;
  /** Escape or a press on the backdrop. */
  onClose: () => void;
  /** Nothing closes it but its owner. */
  persistent: boolean;
}

/** Opens a `<dialog>` modally while the component is on screen; the focus goes back to where it was when it leaves. */
export function useModal({ dialog, heading, notices, onClose, persistent }: Modal) {
  const close = useEffectEvent(() => {
    if (!persistent) onClose();
  });
  // Some browsers close a modal by themselves (a second Escape, Android's back): the same wish as Escape.
  const closedByBrowser = useEffectEvent(() => (persistent ? dialog.current?.showModal() : onClose()));

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !notices.current) return;
    element.showModal();
    (element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current)?.focus();
    const leaveStack = pushModal(notices.current);

    const listening = new AbortController();
    const { signal } = listening;
    const cancel = (event: Event) => {
      event.preventDefault();
      close();
    };
    // A press that began inside, such as a selection of text, isn't one on the backdrop.
    let pressed: EventTarget | null = null;
    const press = (event: Event) => {
      pressed = event.target;
    };
    const click = (event: Event) => {
      if (event.target === element && pressed === element) close();
    };
    element.addEventListener('cancel', cancel, { signal });
    element.addEventListener('pointerdown', press, { signal });
    element.addEventListener('click', click, { signal });
    const closed = () => {
      // The event comes late: by then a remounted component may have opened the dialog again.
      if (!element.open) closedByBrowser();
    };
    element.addEventListener('close', closed, { signal });
    return () => {
      listening.abort();
      leaveStack();
      element.close();
    };
  }, [dialog, heading, notices]);
}
