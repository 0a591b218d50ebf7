import styles from './spinner.module.css';

/** A turning arc in the colour of the text, as high as it. Say in words beside it what is awaited. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
