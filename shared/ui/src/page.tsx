import type { ReactNode } from 'react';
import { BackButton } from './icon-button.tsx';
import styles from './page.module.css';

interface PageProps {
  /** The screen's heading; a screen without one gives its own `h1`. */
  title?: ReactNode;
  /** Shows the way back before the title. */
  onBack?: (() => void) | undefined;
  /** Stands after the title: a close or a menu button. */
  trailing?: ReactNode;
  /** The main action, at the thumb: a bar at the bottom that stays above the safe area. */
  actions?: ReactNode;
  /** `column` is a readable column; `wide` holds two side by side; `full` reaches the edges. */
  width?: 'column' | 'wide' | 'full';
  children: ReactNode;
}

/** The frame of one screen, below the shell's header: title bar, content, action bar. Holds the page's `main`. */
export function Page({ title, onBack, trailing, actions, width = 'column', children }: PageProps) {
  return (
    <main className={styles.page} data-width={width}>
      {(title || onBack || trailing) && (
        <div className={styles.bar}>
          {onBack && <BackButton onPress={onBack} />}
          {title && <h1 className={styles.title}>{title}</h1>}
          {trailing && <div className={styles.trailing}>{trailing}</div>}
        </div>
      )}
      <div className={styles.content}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}
