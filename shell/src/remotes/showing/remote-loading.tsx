import { Loading, Page, Skeleton } from '@shared/ui';
import { useEffect, useState } from 'react';
import styles from './remotes.module.css';
import { strings } from './strings.ts';

/** When to call the loading slow, in ms; far less than the time limit. */
const SLOW_AFTER = 5_000;

/** Rendered in place of a screen while its code is loading. */
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
