import styles from './remotes.module.css';
import { strings } from './strings.ts';

/** What stands in a screen's place when its remote couldn't be loaded or threw. */
export function RemoteFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <section className={styles.failed} role="alert">
      <h1 className={styles.title}>{strings.failureTitle}</h1>
      <p>{strings.failureText}</p>
      <button type="button" className={styles.retry} onClick={onRetry}>
        {strings.retry}
      </button>
    </section>
  );
}
