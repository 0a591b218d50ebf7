import { type ReactNode, useId } from 'react';
import styles from './field.module.css';

interface LabelledProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
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
export function Labelled({ label, hint, error, children }: LabelledProps) {
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
      {children(control)}
      <p id={`${id}-note`} className={styles.note} data-error={Boolean(error)} aria-live="polite">
        {error || hint}
      </p>
    </div>
  );
}
