import type { ReactNode } from 'react';
import styles from './ring.module.css';

interface RingProps {
  /** What the ring measures, for screen readers. */
  label: string;
  /** 0 to 1; without it the ring turns, as nothing is known yet. */
  value?: number | undefined;
  /** `live` breathes while energy flows; `still` keeps its colour; `done`, `attention` and `fault` say how it stands. */
  tone?: 'live' | 'still' | 'done' | 'attention' | 'fault';
  /** Stands in the middle: the big figure. */
  children?: ReactNode;
}

const CIRCLE = { cx: 100, cy: 100, r: 90 };

/** The big progress ring, as wide as its container. A change of its value glides. */
export function Ring({ label, value, tone = 'still', children }: RingProps) {
  const known = value !== undefined;
  // A round cap would draw a dot for nothing, so an empty arc is hidden.
  const percent = known ? Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10 : undefined;
  const arc = { ...CIRCLE, pathLength: 100, strokeDasharray: `${percent ?? 22} 100` };
  return (
    <div className={styles.ring} data-tone={tone} data-known={known}>
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
