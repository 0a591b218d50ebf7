import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

/** The browser tells whether a checkbox is on by itself, so it must not say `aria-checked`. */
const SWITCH = { type: 'checkbox', role: 'switch' } as const;

/** A setting that is on or off: a native checkbox in the shape of a switch, its label before it. */
export function Switch({
  label,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode }) {
  return (
    <label className={styles.row}>
      <span className={styles.label}>{label}</span>
      <input {...input} {...SWITCH} className={styles.switch} />
    </label>
  );
}
