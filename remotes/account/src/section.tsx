import type { ReactNode } from 'react';
import styles from './section.module.css';

/** A part of the profile, under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{title}</h2>
      {children}
    </section>
  );
}
