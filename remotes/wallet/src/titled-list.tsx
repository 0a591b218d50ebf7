import { Card } from '@shared/ui';
import { List } from '@shared/ui/list';
import type { ReactNode } from 'react';
import styles from './titled-list.module.css';

interface TitledListProps {
  title: string;
  /** False if only screen readers need the title. */
  isShown?: boolean;
  children: ReactNode;
  /** Shown below the list. */
  below?: ReactNode;
}

/** A list under its heading. */
export function TitledList({ title, isShown = true, children, below }: TitledListProps) {
  return (
    <section className={styles.section}>
      {isShown && <h2 className={styles.heading}>{title}</h2>}
      <Card flush>
        <List label={title}>{children}</List>
      </Card>
      {below}
    </section>
  );
}
