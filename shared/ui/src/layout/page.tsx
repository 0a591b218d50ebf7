import type { ReactNode } from 'react';
import { BackButton } from '../controls/icon-button.tsx';
import styles from './page.module.css';

interface PageProps {
  /** Heading of the screen; a screen without it renders its own `h1`. */
  title?: ReactNode;
  /** Shows a back button before the title. */
  onBack?: (() => void) | undefined;
  /** Shown after the title: a close or a menu button. */
  trailing?: ReactNode;
  /** Main actions in a bar at the bottom, above the safe area. */
  actions?: ReactNode;
  /** Fits two readable columns side by side. */
  wide?: boolean;
  children: ReactNode;
}

/** The `main` element of one screen: title bar, content, action bar. */
export function Page({ title, onBack, trailing, actions, wide, children }: PageProps) {
  return (
    <main className={styles.page} data-wide={wide}>
      {(title || onBack || trailing) && (
        <div className={styles.bar}>
          {onBack && <BackButton onPress={onBack} />}
          {title && (
            <h1 className={styles.title}>
              <bdi>{title}</bdi>
            </h1>
          )}
          {trailing && <div className={styles.trailing}>{trailing}</div>}
        </div>
      )}
      <div className={styles.content}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </main>
  );
}
