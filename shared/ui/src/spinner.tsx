import styles from './spinner.module.css';

/** Spinner with the text's colour and height. Show beside it what is loading. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
