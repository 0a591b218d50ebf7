import { Loading, Skeleton } from '@shared/ui';
import styles from './recharge.module.css';

/** Skeleton of the recharge screen. */
export function LoadingView() {
  return (
    <Loading>
      <div className={styles.stage}>
        <div className={styles.ringPlace}>
          <Skeleton height="100%" />
        </div>
        <Skeleton width="12rem" height="2rem" />
      </div>
      <Skeleton height="10rem" />
    </Loading>
  );
}
