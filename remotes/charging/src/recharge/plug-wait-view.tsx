import { formatCountdown } from '@shared/brazil';
import { connectorWords } from '@shared/charging/connector-status';
import { plugName } from '@shared/charging/plug-name';
import { PLUG_WAIT_MS } from '@shared/charging/plug-wait';
import type { LiveConnector } from '@shared/contract';
import { StatusBadge } from '@shared/ui';
import { PlugGlyph } from '@shared/ui/plug-glyph';
import { Ring } from '../ring.tsx';
import type { RechargeView } from './phases.ts';
import drawingStyles from './plug-animation.module.css';
import styles from './recharge.module.css';
import { strings } from './strings.ts';

interface PlugWaitViewProps {
  view: RechargeView;
  wait: { secondsLeft: number };
  connector: LiveConnector | undefined;
}

/** Countdown of the time in which the driver has to plug in the car. */
export function PlugWaitView({ view, wait, connector }: PlugWaitViewProps) {
  const { secondsLeft } = wait;
  const { isConnected = true, status, cctName } = connector ?? {};
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

/**
 * Draws a plug in or in front of its socket and animates the change. With reduced motion the plug
 * stays in front.
 */
function PlugAnimation({ isIn }: { isIn: boolean }) {
  return (
    <svg className={drawingStyles.drawing} data-in={isIn} viewBox="0 0 160 72" aria-hidden="true">
      <g className={drawingStyles.socket}>
        <rect x="8" y="10" width="44" height="52" rx="14" />
        <path d="M36 27h16M36 45h16" />
      </g>
      <g className={drawingStyles.spark}>
        <path d="M58 14l5-8M66 17l9-4M58 58l5 8M66 55l9 4" />
      </g>
      <g className={drawingStyles.plug}>
        <path className={drawingStyles.pins} d="M62 27h14M62 45h14" />
        <path d="M76 20h14a16 16 0 0 1 0 32H76z" />
        <path className={drawingStyles.cable} d="M106 36h10c14 0 10-18 24-18h60" />
      </g>
    </svg>
  );
}
