import { formatTime, formatTimer } from '@shared/brazil';
import { serverTime } from '@shared/client';
import { describeIdleCost, idleCostStart } from '@shared/tariff';
import { useNow } from '@shared/ui';
import { Clock } from '@shared/ui/icons';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/** Warns that a car that has stopped charging will soon cost overstay, or already does. */
export function IdleNote({ state: { transaction, over } }: { state: RechargeState }) {
  const now = serverTime(useNow(1000));
  const price = transaction?.startPriceProfilePeriod;
  const start = transaction && idleCostStart(transaction);
  if (start === undefined || !price || over) return null;
  const isSoon = start > now;
  const text = (isSoon ? strings.idleSoon : strings.idleNow)(formatTime(start), describeIdleCost(price));
  return (
    <div className={styles.idleNote}>
      <Clock />
      <p>
        {/* Without the countdown, which would be announced every second. */}
        <span role="status">
          <strong>{text}</strong> {isSoon ? strings.unplugInTime : strings.unplugNow}
        </span>
        {isSoon && (
          <span className={styles.age}>{strings.timeLeft(formatTimer(Math.ceil((start - now) / 1000)))}</span>
        )}
      </p>
    </div>
  );
}
