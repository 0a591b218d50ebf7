import type { ChargerSite } from '@shared/contract';
import { Loading, Skeleton, useNow } from '@shared/ui';
import styles from './home.module.css';
import { SiteCard } from './site-card.tsx';
import { useGrowingCount } from './use-growing-count.ts';

const MINUTE = 60_000;

/** The cards, nearest first. Only as many as have been scrolled to are made. */
export function SiteList({
  sites,
  label,
  outdated,
}: {
  sites: ChargerSite[];
  label: string;
  outdated: boolean;
}) {
  const now = useNow(MINUTE);
  const { count, sentinel } = useGrowingCount(sites.length);
  return (
    <>
      <ul className={styles.list} aria-label={label} aria-busy={outdated}>
        {sites.slice(0, count).map((site) => (
          <SiteCard key={site.csId} site={site} now={now} />
        ))}
      </ul>
      {count < sites.length && <div ref={sentinel} className={styles.sentinel} />}
    </>
  );
}

/** The list while it is asked for, at the size that its cards will have. */
export function SiteListSkeleton() {
  return (
    <Loading>
      <div className={styles.list}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} height="12.5rem" />
        ))}
      </div>
    </Loading>
  );
}
