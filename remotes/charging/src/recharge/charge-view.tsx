import { formatDecimal, formatSoC, formatTimer } from '@shared/brazil';
import { stopReasonText } from '@shared/charging/stop-reason';
import { serverTime } from '@shared/client';
import { useNow } from '@shared/ui';
import { Check } from '@shared/ui/icons';
import { ENERGY } from '@shared/ui/product-words';
import { Ring } from '../ring.tsx';
import { FigureList, Reading } from './figure-list.tsx';
import type { RechargeView } from './phases.ts';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/**
 * How long to wait for the charge point's first report, in ms. One report a minute is common, and
 * the first may be delayed.
 */
const FIRST_REPORT_MS = 120_000;

interface ChargeViewProps {
  state: RechargeState;
  view: RechargeView;
  /** A stop was accepted, but the charge hasn't ended yet. */
  ending: boolean;
}

/** Shows a charge that is running or has just ended: ring, state and figures. */
export function ChargeView({ state, view, ending }: ChargeViewProps) {
  const { transaction } = state;
  const now = serverTime(useNow(1000));
  const started = transaction?.startTime === undefined ? now : Date.parse(transaction.startTime);
  const until = transaction?.stopTime === undefined ? now : Date.parse(transaction.stopTime);
  const reason = state.over && stopReasonText(transaction?.stopReason);
  const awaited = !state.over && now - started <= FIRST_REPORT_MS;
  return (
    <>
      <div className={styles.stage}>
        <BigRing state={state} view={view} seconds={Math.max(0, until - started) / 1000} />
        <p className={styles.message} data-tone={view.tone} role="status">
          {ending && !state.over ? strings.stopping : view.message}
        </p>
        {reason && <p className={styles.note}>{reason}</p>}
        {transaction?.uv?.uvName && (
          <p className={styles.note}>
            <bdi>{transaction.uv.uvName}</bdi>
          </p>
        )}
      </div>
      {transaction && <FigureList state={state} transaction={transaction} now={now} awaited={awaited} />}
    </>
  );
}

interface BigRingProps {
  state: RechargeState;
  view: RechargeView;
  seconds: number;
}

/**
 * Shows the state of charge if the car reports it, otherwise the energy, otherwise the elapsed
 * time.
 */
function BigRing({ state: { over, figures }, view: { tone }, seconds }: BigRingProps) {
  const { soc, kwh } = figures;
  const label = soc !== undefined ? strings.battery : kwh !== undefined ? ENERGY : strings.elapsed;
  const figure = soc !== undefined ? formatSoC(soc) : kwh !== undefined ? formatDecimal(kwh) : undefined;
  // Energy has no known maximum, so an arc moves once a second while it flows. Otherwise the ring
  // is full.
  const value = soc !== undefined ? soc / 100 : tone === 'live' ? undefined : 1;
  return (
    <Ring label={label} value={value} seconds={seconds} tone={tone}>
      {over && <Check className={styles.check} />}
      <span className={styles.ringLabel}>{label}</span>
      {figure === undefined ? (
        <span className={styles.clock} translate="no">
          {formatTimer(seconds)}
        </span>
      ) : (
        <span className={styles.big}>
          <Reading>{figure}</Reading>
          {soc === undefined && <small>kWh</small>}
        </span>
      )}
    </Ring>
  );
}
