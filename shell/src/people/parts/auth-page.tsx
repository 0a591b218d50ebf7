import { Page } from '@shared/ui';
import type { ReactNode } from 'react';
import styles from './auth-page.module.css';

export interface ShellScreenProps {
  /** The screen's heading, if the header doesn't show it. */
  title?: string | undefined;
}

interface AuthPageProps extends ShellScreenProps {
  children: ReactNode;
}

/** The frame of the login and password screens: a column on phones, a card on desktops. */
export function AuthPage({ title, children }: AuthPageProps) {
  return (
    <Page>
      <div className={styles.card}>
        {title && <h1 className={styles.title}>{title}</h1>}
        {children}
      </div>
    </Page>
  );
}
