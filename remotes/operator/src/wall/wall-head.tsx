import { formatDateTime } from '@shared/brazil';
import { useImage } from '@shared/client';
import { StaleNote } from '@shared/ui';
import { Picture } from '@shared/ui/picture';
import type { ReactNode } from 'react';
import { POLL_MS } from './poll.ts';
import { useClock } from './use-clock.ts';
import styles from './wall-head.module.css';

/** Two polls that didn't come. A poll that failed makes data old at once. */
const OLD_AFTER_MS = 2.5 * POLL_MS;

/** A name of more letters may take two smaller lines. */
const LONG = 20;

interface WallHeadProps {
  title: string;
  /** Of what the title says; nothing where it is said already. */
  subtitle?: string;
  logoId?: string | undefined;
  /** To the screens beside this one. */
  links: ReactNode;
  /** When the data came, in milliseconds since 1970, and whether the poll after it failed. */
  since: number;
  failed: boolean;
  /** The whole in figures. */
  children: ReactNode;
}

/** Where the eye goes: the name, the time, the figures; and the data's age when it is old. */
export function WallHead({ title, subtitle, logoId, links, since, failed, children }: WallHeadProps) {
  const logo = useImage(logoId);
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <Picture className={styles.logo} src={logo} />
        <div className={styles.title} data-long={title.length > LONG || Boolean(subtitle)}>
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        <div className={styles.links}>{links}</div>
        <Clock />
      </div>
      <div className={styles.summary}>
        {children}
        <StaleNote since={since} afterMs={failed ? 0 : OLD_AFTER_MS} />
      </div>
    </header>
  );
}

function Clock() {
  return <time className={styles.clock}>{formatDateTime(useClock())}</time>;
}
