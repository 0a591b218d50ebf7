import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from '../icons.ts';
import styles from './field.module.css';
import { Labelled } from './field.tsx';

interface SelectProps extends ComponentProps<'select'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

export function Select({ label, hint, error, children, ...select }: SelectProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.frame}>
          <select {...select} {...control} data-trailing>
            {children}
          </select>
          <ChevronDown className={styles.arrow} />
        </div>
      )}
    </Labelled>
  );
}
