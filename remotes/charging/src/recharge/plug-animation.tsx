import styles from './plug-animation.module.css';

/**
 * Draws a plug in or in front of its socket and animates the change. With reduced motion the plug
 * stays in front.
 */
export function PlugAnimation({ isIn }: { isIn: boolean }) {
  return (
    <svg className={styles.drawing} data-in={isIn} viewBox="0 0 160 72" aria-hidden="true">
      <g className={styles.socket}>
        <rect x="8" y="10" width="44" height="52" rx="14" />
        <path d="M36 27h16M36 45h16" />
      </g>
      <g className={styles.spark}>
        <path d="M58 14l5-8M66 17l9-4M58 58l5 8M66 55l9 4" />
      </g>
      <g className={styles.plug}>
        <path className={styles.pins} d="M62 27h14M62 45h14" />
        <path d="M76 20h14a16 16 0 0 1 0 32H76z" />
        <path className={styles.cable} d="M106 36h10c14 0 10-18 24-18h60" />
      </g>
    </svg>
  );
}
