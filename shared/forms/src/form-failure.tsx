import type { ReactNode } from 'react';
import styles from './form-failure.module.css';

/** A form's failure; takes no space when empty. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.failure}>
      {children}
    </p>
  );
}
