import { type ComponentProps, type ReactNode, useId } from 'react';
import { ChevronDown } from '../icons.ts';
import styles from './field.module.css';

interface Labels {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message; the field is marked invalid while there is one. */
  error?: ReactNode;
}

interface FieldProps extends ComponentProps<'input'>, Labels {
  /** Shown inside the field at its end: an `IconButton`. */
  trailing?: ReactNode;
}

/** Other props go to the `<input>`, so React Hook Form's `register` can be spread. */
export function Field({ label, hint, error, trailing, ...input }: FieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <input {...input} {...control} data-trailing={Boolean(trailing)} />
          {trailing && <div className={styles.trailing}>{trailing}</div>}
        </>
      )}
    </Labelled>
  );
}

interface LabelledProps extends Labels {
  /** Renders the control with the attributes that link it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

interface ControlProps {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Common part of text fields and selects: associates label, hint or error with the control. */
function Labelled({ label, hint, error, children }: LabelledProps) {
  const id = useId();
  const control: ControlProps = {
    id,
    className: styles.control,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
    'aria-invalid': error ? true : undefined,
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame}>{children(control)}</div>
      <p id={`${id}-note`} className={styles.note} data-error={Boolean(error)} aria-live="polite">
        {error || hint}
      </p>
    </div>
  );
}

export function Select({ label, hint, error, children, ...select }: ComponentProps<'select'> & Labels) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <>
          <select {...select} {...control} data-trailing>
            {children}
          </select>
          <ChevronDown className={styles.arrow} />
        </>
      )}
    </Labelled>
  );
}
