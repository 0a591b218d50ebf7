import { Page } from '@shared/ui';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  title: string;
  text: string;
  action?: ReactNode;
}

/** Renders a screen with one message and, optionally, an action. */
export function Notice({ title, text, action }: NoticeProps) {
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
