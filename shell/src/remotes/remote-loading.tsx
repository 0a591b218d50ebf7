import { Loading, Page, Skeleton } from '@shared/ui';
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
    <Page>
      <Loading>
        <div className={styles.bones}>
          <Skeleton width="40%" height="1.75rem" />
          <Skeleton height="5.5rem" />
          <Skeleton height="5.5rem" />
          <Skeleton height="5.5rem" />
        </div>
      </Loading>
      {slow && (
        <p className={styles.slow} role="status">
          {strings.stillLoading}
        </p>
      )}
    </Page>
  );
}
