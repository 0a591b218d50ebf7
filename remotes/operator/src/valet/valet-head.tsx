import { formatDateTime } from '@shared/brazil';
import { useImage } from '@shared/client';
import { type BoardConnector, PRODUCT } from '@shared/contract';
import { Link, useBack, usePaths } from '@shared/router';
import { BackButton, ButtonLink, brandTheme } from '@shared/ui';
import { PlugZap } from '@shared/ui/icons';
import { Picture } from '@shared/ui/picture';
import { usageOf } from '../status-board/connector-state.ts';
import { useClock } from '../wall/use-clock.ts';
import type { QueueRow } from './order.ts';
import { strings } from './strings.ts';
import { useSite } from './use-queue.ts';
import styles from './valet-head.module.css';

/** Reserves the room of words that aren't known. */
const HIDDEN = { visibility: 'hidden' } as const;

interface ValetHeadProps {
  siteId: string;
  /** Undefined until the queue has loaded. */
  rows: readonly QueueRow[] | undefined;
}

/** Header in the site's colours: name, clock, back button, counts and a link to the chargers. */
export function ValetHead({ siteId, rows }: ValetHeadProps) {
  const { data: site, isError } = useSite(siteId);
  const paths = usePaths();
  const back = useBack(paths.home());
  const logo = useImage(site?.csLogoFileId);
  const background = useImage(site?.csBgFileId);
  return (
    <header className={styles.head}>
      <div
        className={styles.site}
        style={site?.csBgColor ? brandTheme(site.csBgColor, PRODUCT.color) : undefined}
      >
        <Picture className={styles.background} src={background} />
        {/* The app header isn't shown here; the home screen has the logout. */}
        <BackButton onPress={back} />
        <Picture className={styles.logo} src={logo} />
        <div className={styles.where}>
          <h1>
            <bdi>{site?.csName || strings.screen}</bdi>
          </h1>
          <Clock />
        </div>
      </div>
      <ul className={styles.counts} style={rows ? undefined : HIDDEN}>
        {countsOf(rows ?? []).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <div className={styles.summary}>
        {/* After a failed fetch it isn't known how many chargers are available. */}
        <p className={styles.free} style={site && !isError ? undefined : HIDDEN}>
          {freeOf(site?.connectors ?? [])}
        </p>
        <ButtonLink icon={<PlugZap />} render={<Link to={paths.valetBoard(siteId)} />}>
          {strings.chargers}
        </ButtonLink>
      </div>
    </header>
  );
}

function Clock() {
  return <time className={styles.clock}>{formatDateTime(useClock())}</time>;
}

function countsOf(rows: readonly QueueRow[]): string[] {
  const count = (name: QueueRow['state']['name']) => rows.filter(({ state }) => state.name === name).length;
  return [
    strings.countWaiting(count('QUEUED')),
    strings.countCharging(count('CHARGING')),
    strings.countFinished(count('FINISHED')),
  ];
}

function freeOf(connectors: readonly BoardConnector[]): string {
  const free = connectors.filter((connector) => usageOf(connector) === 'available');
  return strings.countFree(free.length, connectors.length);
}
