import type { ReactNode } from 'react';
import styles from './form-failure.module.css';

/** Tells what came of sending a form, where it failed: above the submit button. Empty, it takes no room. */
export function FormFailure({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className={styles.failure}>
      {children}
    </p>
  );
}
