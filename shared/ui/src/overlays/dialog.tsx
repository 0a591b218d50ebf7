import { type ReactNode, useId, useRef } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { X } from '../icons.ts';
import { words } from '../strings.ts';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';
import { useSwipeDown } from './use-swipe-down.ts';

interface DialogProps {
  title: ReactNode;
  /** Icon below the title, such as a success icon. */
  icon?: ReactNode;
  /** Called on Escape, backdrop press, swipe down and the close button; must unmount the dialog. */
  onClose: () => void;
  /** Buttons, most important first: stacked on a phone, in a row on a desktop. */
  actions?: ReactNode;
  /** No close button, and Escape, backdrop and swipe are ignored. */
  persistent?: boolean;
  /** Dialogs that open later open below this one. */
  onTop?: boolean;
  /** Shows the close button in the corner; disable it if one of the actions is called 'Fechar'. */
  cross?: boolean;
  /** Fills a phone's screen, for content that is a screen of its own. */
  full?: boolean;
  children?: ReactNode;
}

/**
 * Modal dialog: a bottom sheet on a phone, centred from 600 px. It is open while rendered. The
 * initial focus is on the title, or on the element with `data-autofocus`.
 */
export function Dialog({
  title,
  icon,
  onClose,
  actions,
  persistent = false,
  onTop = false,
  cross = !persistent,
  full,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useModal({ dialog, heading, notices, onClose, persistent, onTop });
  const swipe = useSwipeDown(persistent ? undefined : onClose);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.sheet} data-full={full} {...swipe}>
        {!persistent && <div className={styles.grip} />}
        <div className={styles.head}>
          <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {cross && (
            <div className={styles.close}>
              <IconButton label={words.close} icon={<X />} onClick={onClose} />
            </div>
          )}
        </div>
        {icon && <div className={styles.icon}>{icon}</div>}
        {children && <div className={styles.content}>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <div ref={notices} className={styles.notices} />
    </dialog>
  );
}
