import { Page } from '@shared/ui';
import type { ReactNode } from 'react';
import styles from './auth-page.module.css';

interface AuthPageProps {
  /** The screen's heading, where the header doesn't hold it. */
  title?: string | undefined;
  children: ReactNode;
}

/** The frame of the screens around login and password: a column on a phone, a card on a desktop. */
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
