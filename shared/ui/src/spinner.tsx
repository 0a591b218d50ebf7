import styles from './spinner.module.css';

/** Spinner with the text's colour and height. Show what is loading beside it. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
