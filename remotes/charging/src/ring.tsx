import type { ReactNode } from 'react';
import styles from './ring.module.css';

interface RingProps {
  /** Accessible name: what the ring measures. */
  label: string;
  /** 0 to 1. Without a value, a short arc is shown at the position of `seconds`. */
  value?: number | undefined;
  /** Position of the arc without a value, like a clock's second hand. */
  seconds?: number | undefined;
  /** `live` has a halo while energy flows; `done`, `attention` and `fault` have own colours. */
  tone?: 'live' | 'still' | 'done' | 'attention' | 'fault';
  /** Content of the middle: the main figure. */
  children?: ReactNode;
}

const CIRCLE = { cx: 100, cy: 100, r: 90 };
/** Length of the arc without a value, in percent. */
const UNKNOWN_ARC = 22;

/**
 * Progress ring as wide as its container. It moves in steps, not frame by frame: it may be on
 * screen for hours, and each frame costs battery.
 */
export function Ring({ label, value, seconds = 0, tone = 'still', children }: RingProps) {
  const known = value !== undefined;
  // The round cap of an empty arc would draw a dot, so the arc is hidden.
  const percent = known ? Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10 : undefined;
  const arc = {
    ...CIRCLE,
    pathLength: 100,
    strokeDasharray: `${percent ?? UNKNOWN_ARC} ${100 - (percent ?? UNKNOWN_ARC)}`,
    strokeDashoffset: known ? undefined : -((Math.floor(seconds) % 60) / 60) * 100,
  };
  return (
    <div className={styles.ring} data-tone={tone}>
      <svg
        className={styles.drawing}
        viewBox="0 0 200 200"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <circle className={styles.halo} {...arc} />
        <circle className={styles.track} {...CIRCLE} />
        <circle className={styles.edge} {...arc} data-empty={percent === 0} />
        <circle className={styles.arc} {...arc} data-empty={percent === 0} />
      </svg>
      <div className={styles.middle}>{children}</div>
    </div>
  );
}
