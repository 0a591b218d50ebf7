import type { ReactNode } from 'react';
import styles from './header.module.css';
import { LogoLink } from './logo.tsx';

/** The header's frame: the logo, followed by `children`. */
export function Bar({ children }: { children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <LogoLink />
        {children}
      </div>
    </header>
  );
}
