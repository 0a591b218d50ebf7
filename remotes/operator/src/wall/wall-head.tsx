import { formatDateTime } from '@shared/brazil';
import { type QueryResult, useImage } from '@shared/client';
import { StaleNote } from '@shared/ui';
import { Picture } from '@shared/ui/picture';
import type { ReactNode } from 'react';
import { POLL_MS } from './use-board.ts';
import { useClock } from './use-clock.ts';
import styles from './wall-head.module.css';

/** More than two poll intervals. A failed poll makes the data stale at once. */
const OLD_AFTER_MS = 2.5 * POLL_MS;

/** Longer titles get a smaller font and may wrap. */
const LONG = 20;

interface WallHeadProps {
  title: string;
  /** Name of the site, if the title isn't the name. */
  subtitle?: string | undefined;
  logoId?: string | undefined;
  /** Links to related screens. */
  links: ReactNode;
  /** The board's query, for the age of its data. */
  query: Pick<QueryResult, 'dataUpdatedAt' | 'isError'>;
  /** Summary figures and the pager, once the data has loaded. */
  children: ReactNode;
}

/** Header of a board: name, links, clock and summary, with the data's age when it is stale. */
export function WallHead({ title, subtitle, logoId, links, query, children }: WallHeadProps) {
  const logo = useImage(logoId);
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <Picture className={styles.logo} src={logo} />
        <div className={styles.title} data-long={title.length > LONG || Boolean(subtitle)}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {subtitle && (
            <p>
              <bdi>{subtitle}</bdi>
            </p>
          )}
        </div>
        <div className={styles.links}>{links}</div>
        <Clock />
      </div>
      <div className={styles.summary}>
        {children}
        {query.dataUpdatedAt > 0 && (
          <StaleNote since={query.dataUpdatedAt} afterMs={query.isError ? 0 : OLD_AFTER_MS} />
        )}
      </div>
    </header>
  );
}

function Clock() {
  return (
    <time className={styles.clock} translate="no">
      {formatDateTime(useClock())}
    </time>
  );
}
