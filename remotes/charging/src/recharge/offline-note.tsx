import { formatDuration } from '@shared/brazil';
import { liveConnectionAtom } from '@shared/state';
import { useNow } from '@shared/ui';
import { WifiOff } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/** Interruptions of the live connection below this are not shown, in ms. */
const STALE_AFTER_MS = 15_000;

/** Warns that the charger or the phone is offline, with the age of the figures. */
export function OfflineNote({ state: { connector, lastReportAt, over } }: { state: RechargeState }) {
  const connection = useAtomValue(liveConnectionAtom);
  const now = useNow(1000);
  if (!connector || lastReportAt === undefined || over) return null;
  const isChargerOffline = connector.isConnected === false;
  const age = Math.max(0, now - lastReportAt);
  if (!isChargerOffline && (connection === 'open' || age < STALE_AFTER_MS)) return null;
  return (
    <div className={styles.offline} role="status">
      <WifiOff />
      <p>
        <strong>{strings.offline}</strong>
        {isChargerOffline ? ` ${strings.chargerOffline}` : ` ${strings.phoneOffline}`}
        <span className={styles.age}>{strings.lastReading(formatDuration(age / 1000))}</span>
      </p>
    </div>
  );
}
