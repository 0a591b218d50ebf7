import { formatDecimal, formatSoC } from '@shared/brazil';
import { useNow } from '@shared/ui';
import { Check } from '@shared/ui/icons';
import { Ring } from '@shared/ui/ring';
import { FigureList } from './figure-list.tsx';
import { Glide } from './glide.tsx';
import type { RechargeView } from './phases.ts';
import styles from './recharge.module.css';
import type { RechargeState } from './recharge-state.ts';
import { strings } from './strings.ts';

/** A charge point that tells anything of the car or the meter has told it by then. */
const FIGURES_KNOWN_AFTER_MS = 15_000;

interface ChargeViewProps {
  state: RechargeState;
  view: RechargeView;
  /** A stop was accepted and is awaited. */
  ending: boolean;
}

/** A charge that runs, or has just ended: the ring, the state in words, the figures. */
export function ChargeView({ state, view, ending }: ChargeViewProps) {
  const { transaction, figures } = state;
  const now = useNow(1000);
  const started = transaction?.startTime === undefined ? now : Date.parse(transaction.startTime);
  const settled = now - started > FIGURES_KNOWN_AFTER_MS && !state.over;
  return (
    <>
      <div className={styles.stage}>
        <BigRing state={state} view={view} />
        <p className={styles.message} data-tone={view.tone} role="status">
          {ending && !state.over ? strings.stopping : view.message}
        </p>
        {transaction?.uv?.uvName && <p className={styles.note}>{transaction.uv.uvName}</p>}
        {settled && figures.kwh === undefined && <p className={styles.note}>{strings.noMeter}</p>}
        {settled && figures.kwh !== undefined && figures.soc === undefined && (
          <p className={styles.note}>{strings.noSoc}</p>
        )}
      </div>
      {transaction && <FigureList state={state} transaction={transaction} now={now} />}
    </>
  );
}

/** The battery where the car tells it, the energy where it doesn't, and neither where nobody does. */
function BigRing({ state: { over, figures }, view: { tone } }: { state: RechargeState; view: RechargeView }) {
  const { soc, kwh } = figures;
  // Energy has no end to be measured against: the ring turns while it flows, and stands full while it doesn't.
  const value = soc !== undefined ? soc / 100 : tone === 'live' ? undefined : 1;
  const label = soc !== undefined ? strings.battery : strings.energy;
  return (
    <Ring label={label} value={over && soc === undefined ? 1 : value} tone={tone}>
      {over && <Check className={styles.check} />}
      <span className={styles.ringLabel}>{label}</span>
      {soc !== undefined ? (
        <span className={styles.big}>
          <Glide value={soc} format={formatSoC} />
        </span>
      ) : (
        <span className={styles.big}>
          {kwh === undefined ? strings.emptyFigure : <Glide value={kwh} format={formatDecimal} />}
          {kwh !== undefined && <small>kWh</small>}
        </span>
      )}
    </Ring>
  );
}
