import { formatCountdown } from '@shared/brazil';
import type { StartAttempt } from '@shared/contract';
import { PLUG_WAIT_MS } from '@shared/contract/plug-wait';
import { Link, usePaths } from '@shared/router';
import { Card } from '@shared/ui';
import { ChevronRight } from '@shared/ui/icons';
import { Ring } from '@shared/ui/ring';
import styles from './active-recharges.module.css';
import { strings } from './strings.ts';

interface WaitCardProps {
  attempt: StartAttempt;
  /** The server's time, in ms since 1970. */
  now: number;
}

/** An accepted start that waits for the plug: its countdown, and a link to the recharge screen. */
export function WaitCard({ attempt, now }: WaitCardProps) {
  const { chargePointId, connectorId, waitUntil = '', chargerSite } = attempt;
  const left = Math.min(PLUG_WAIT_MS, Date.parse(waitUntil) - now);
  return (
    <Card tone="active" render={<Link to={usePaths().recharge(chargePointId, connectorId)} />}>
      <div className={styles.card}>
        <div className={styles.ring}>
          <Ring label={strings.waitLeft} value={left / PLUG_WAIT_MS} tone="still">
            <strong>{formatCountdown(Math.ceil(left / 1000))}</strong>
          </Ring>
        </div>
        <div className={styles.words}>
          <strong className={styles.first}>{strings.plugIn}</strong>
          {chargerSite?.csName && <bdi className={styles.place}>{chargerSite.csName}</bdi>}
        </div>
        <ChevronRight className={styles.chevron} />
      </div>
    </Card>
  );
}
