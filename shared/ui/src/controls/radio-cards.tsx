import { type ReactNode, useId } from 'react';
import styles from './radio-cards.module.css';

interface RadioCardsProps<Value extends string | number> {
  /** Question, used as the group's accessible name. */
  label: ReactNode;
  /** Hides the question if the screen already shows it. */
  labelHidden?: boolean;
  options: readonly { value: Value; label: ReactNode; detail?: ReactNode; disabled?: boolean }[];
  value: Value | undefined;
  onChange: (value: Value) => void;
  /** Cards per row, for short labels such as amounts. */
  columns?: 1 | 2 | 3;
}

/** Choice of one of a few options, as large cards with native radio buttons. */
export function RadioCards<Value extends string | number>(props: RadioCardsProps<Value>) {
  const { label, labelHidden, options, value, onChange, columns = 1 } = props;
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend} data-spoken={labelHidden}>
        {label}
      </legend>
      <div className={styles.cards} data-columns={columns}>
        {options.map((option) => (
          <label
            key={option.value}
            className={styles.card}
            data-checked={option.value === value}
            data-disabled={option.disabled}
          >
            <input
              type="radio"
              className={styles.radio}
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.words}>
              <bdi className={styles.label}>{option.label}</bdi>
              {option.detail && <bdi className={styles.detail}>{option.detail}</bdi>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
