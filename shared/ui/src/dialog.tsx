import { type ReactNode, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { IconButton } from './icon-button.tsx';
import { X } from './icons.ts';
import { strings } from './strings.ts';
import { useModal } from './use-modal.ts';
import { useSwipeDown } from './use-swipe-down.ts';

interface DialogProps {
  title: ReactNode;
  /** A glyph below the title, such as the sign of a success. */
  icon?: ReactNode;
  /** Asked by Escape, the backdrop, a swipe down and the close button: stop rendering the dialog then. */
  onClose: () => void;
  /** The buttons, most important first: under one another on a phone, in a row on a desktop. */
  actions?: ReactNode;
  /** A dialog that can't be put away: no close button, and Escape, backdrop and swipe do nothing. */
  persistent?: boolean;
  /** The close button in the corner; leave it out where one of the actions is called 'Fechar' itself. */
  cross?: boolean;
  children?: ReactNode;
}

/**
 * A modal dialog: a sheet from the bottom on a phone, centred from 600 px. It is open while it is rendered, and gives
 * the focus back when it goes. The focus starts on the title, or on the element with `data-autofocus`.
 */
export function Dialog({
  title,
  icon,
  onClose,
  actions,
  persistent = false,
  cross = !persistent,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const notices = useRef<HTMLDivElement>(null);
  const titleId = useId();
  useModal({ dialog, heading, notices, onClose, persistent });
  const swipe = useSwipeDown(persistent ? undefined : onClose);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId}>
      <div className={styles.sheet} {...swipe}>
        {!persistent && <div className={styles.grip} />}
        <div className={styles.head}>
          <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {cross && (
            <div className={styles.close}>
              <IconButton label={strings.close} icon={<X />} onClick={onClose} />
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
