import { Link } from '@shared/router';
import { ButtonLink, Page } from '@shared/ui';
import type { ReactNode } from 'react';
import styles from './auth-page.module.css';

export interface ShellScreenProps {
  /** The screen's heading, if the header doesn't show it. */
  title?: string | undefined;
}

/** The frame of the login and password screens: a column on phones, a card on desktops. */
export function AuthPage({ title, children }: ShellScreenProps & { children: ReactNode }) {
  return (
    <Page>
      <div className={styles.card}>
        {title && <h1 className={styles.title}>{title}</h1>}
        {children}
      </div>
    </Page>
  );
}

/** Link between login and password screens. Replaces the entry, so going back leaves them all. */
export function AlternativeLink({ question, to, label }: { question?: string; to: string; label: string }) {
  return (
    <div className={styles.alternative}>
      {question && <p className={styles.question}>{question}</p>}
      <ButtonLink variant="quiet" render={<Link to={to} replace />}>
        {label}
      </ButtonLink>
    </div>
  );
}

/** Says what happens to the charge of a guest. */
export const GuestNote = ({ children }: { children: ReactNode }) => (
  <p className={styles.question}>{children}</p>
);

export const SuccessIcon = ({ children }: { children: ReactNode }) => (
  <div className={styles.successIcon}>{children}</div>
);
