import { RefreshCw } from '@shared/ui/icons';
import { useEffect, useEffectEvent, useState } from 'react';
import styles from './pull-to-refresh.module.css';
import { watchPull } from './watch-pull.ts';

/** Minimum pull that refreshes. */
const REFRESH_PX = 90;

/**
 * Refreshes when the page is pulled down by 90 px from the top. An icon follows the finger and
 * fills at that distance. The style sheet disables the browser's own pull-to-refresh; the button
 * 'Atualizar' is the alternative without a gesture.
 */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const [pulled, setPulled] = useState(0);
  const [refreshing, setRefreshing] = useState(false);
  const release = useEffectEvent((distance: number) => {
    setPulled(0);
    if (distance < REFRESH_PX) return;
    setRefreshing(true);
    void onRefresh().finally(() => setRefreshing(false));
  });
  useEffect(() => watchPull({ onMove: setPulled, onRelease: (distance) => release(distance) }), []);

  if (pulled === 0 && !refreshing) return null;
  const share = pulled > 0 ? Math.min(1, pulled / REFRESH_PX) : 1;
  const follow: Record<`--${string}`, number> = { '--share': share };
  return (
    <div
      className={styles.sign}
      data-far={share === 1}
      data-turning={pulled === 0}
      style={follow}
      aria-hidden="true"
    >
      <RefreshCw />
    </div>
  );
}
