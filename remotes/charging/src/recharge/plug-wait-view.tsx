import { formatCountdown } from '@shared/brazil';
import type { LiveConnector } from '@shared/contract';
import { PLUG_WAIT_MS } from '@shared/contract/plug-wait';
import { StatusBadge } from '@shared/ui';
import { connectorWords } from '@shared/ui/connector-status';
import { PlugGlyph } from '@shared/ui/plug-glyph';
import { plugName } from '@shared/ui/plug-name';
import { Ring } from '@shared/ui/ring';
import type { RechargeView } from './phases.ts';
import { PlugAnimation } from './plug-animation.tsx';
import styles from './recharge.module.css';
import { strings } from './strings.ts';

interface PlugWaitViewProps {
  view: RechargeView;
  wait: { secondsLeft: number };
  connector: LiveConnector | undefined;
}

/** Countdown of the 60 s in which the driver has to plug in the car. */
export function PlugWaitView({ view, wait, connector }: PlugWaitViewProps) {
  const { secondsLeft } = wait;
  const { isConnected = false, status, cctName } = connector ?? {};
  const words = connectorWords(isConnected, status);
  return (
    <div className={styles.stage}>
      <Ring label={strings.waitLeft} value={secondsLeft / (PLUG_WAIT_MS / 1000)} tone={view.tone}>
        <PlugAnimation isIn={secondsLeft % 3 === 0} />
        <p className={styles.countdown} translate="no" role="timer" aria-label={strings.waitLeft}>
          {formatCountdown(secondsLeft)}
        </p>
      </Ring>
      <p className={styles.message} role="status">
        {view.message}
      </p>
      <p className={styles.note}>{strings.plugHint}</p>
      <div className={styles.plugFacts}>
        {cctName !== undefined && (
          <span className={styles.plug}>
            <PlugGlyph plug={cctName} />
            {plugName(cctName)}
          </span>
        )}
        {status === 'Preparing' && <StatusBadge kind={words.kind}>{words.label}</StatusBadge>}
      </div>
    </div>
  );
}
