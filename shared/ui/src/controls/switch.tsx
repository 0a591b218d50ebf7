import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

/** A native checkbox exposes its state, so `aria-checked` must not be set. */
const SWITCH = { type: 'checkbox', role: 'switch' } as const;

/** On/off setting: a native checkbox styled as a switch, after its label. */
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
