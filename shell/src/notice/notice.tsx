import { Page } from '@shared/ui';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** A screen with one message. */
export function Notice({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <Page>
      <div className={styles.notice}>
        <h1>{title}</h1>
        <p className={styles.text}>{text}</p>
        {action}
      </div>
    </Page>
  );
}
