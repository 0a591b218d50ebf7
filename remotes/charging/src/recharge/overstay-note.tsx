import { formatTime, formatTimer } from '@shared/brazil';
import { describeOverstayPrice, overstayCostStart } from '@shared/charging';
import { serverTime } from '@shared/client';
import { useNow } from '@shared/ui';
import { Clock } from '@shared/ui/icons';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/** Warns that overstay will soon be charged, or already is, once the car has stopped charging. */
export function OverstayNote({ state: { transaction, over } }: { state: RechargeState }) {
  const now = serverTime(useNow(1000));
  const price = transaction?.startPriceProfilePeriod;
  const start = transaction && overstayCostStart(transaction);
  if (start === undefined || !price || over) return null;
  const isSoon = start > now;
  const text = (isSoon ? strings.overstaySoon : strings.overstayNow)(
    formatTime(start),
    describeOverstayPrice(price),
  );
  return (
    <div className={styles.overstayNote}>
      <Clock />
      <p>
        {/* The countdown is outside this status, as it would be announced every second. */}
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
