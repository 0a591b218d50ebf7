import type { ComponentProps, ReactNode } from 'react';
import styles from './field.module.css';
import { Labelled } from './labelled.tsx';

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message; the field is marked invalid while there is one. */
  error?: ReactNode;
  /** Shown inside the field at its end: an `IconButton`. */
  trailing?: ReactNode;
}

/** Other props go to the `<input>`, so React Hook Form's `register` can be spread. */
export function Field({ label, hint, error, trailing, ...input }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.frame}>
          <input {...input} {...control} data-trailing={Boolean(trailing)} />
          {trailing && <div className={styles.trailing}>{trailing}</div>}
        </div>
      )}
    </Labelled>
  );
}
