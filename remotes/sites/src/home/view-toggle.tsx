import { useId } from 'react';
import type { View } from './search-params.ts';
import { strings } from './strings.ts';
import styles from './view-toggle.module.css';

const VIEWS = [
  { value: 'list', label: strings.list },
  { value: 'map', label: strings.map },
] as const;

/** Toggle between list and map, made of two native radio buttons. */
export function ViewToggle({ view, onShow }: { view: View; onShow: (view: View) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.toggle} aria-label={strings.view}>
      {VIEWS.map(({ value, label }) => (
        <label key={value} className={styles.choice} data-checked={value === view}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={value}
            checked={value === view}
            onChange={() => onShow(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
