import { useEffect, useState } from 'react';
import styles from './remotes.module.css';
import { strings } from './strings.ts';

/** When loading is called slow, in ms: long before the limit at which it fails. */
const SLOW_AFTER = 5_000;

/** What stands in a screen's place while its code is on the way. */
export function RemoteLoading() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.loading} role="status" aria-label={strings.loading}>
      <span className={styles.bone} />
      <span className={styles.bone} />
      <span className={styles.bone} />
      {slow && <p className={styles.slow}>{strings.stillLoading}</p>}
    </div>
  );
}
