import { formatSoC } from '@shared/brazil';
import styles from './battery-badge.module.css';

const WORDS = { red: 'baixa', yellow: 'média', green: 'alta' } as const;

/** Returns the level of a battery: red below 45%, yellow below 65%, otherwise green. */
export function batteryLevel(percent: number): 'red' | 'yellow' | 'green' {
  if (percent < 45) return 'red';
  return percent < 65 ? 'yellow' : 'green';
}

/** Shows a car's state of charge as icon, colour and text; a dash if the car doesn't report it. */
export function BatteryBadge({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <span className={styles.badge}>—</span>;
  const filled = Math.min(100, Math.max(0, percent)) / 100;
  const level = batteryLevel(percent);
  return (
    <span className={styles.badge} data-level={level}>
      <svg className={styles.battery} viewBox="0 0 28 14" aria-hidden="true">
        <rect x=".75" y=".75" width="23.5" height="12.5" rx="3.5" className={styles.case} />
        <path d="M26 4.5v5c.9-.3 1.5-1.3 1.5-2.5s-.6-2.2-1.5-2.5Z" className={styles.fill} />
        <rect x="3" y="3" width={19 * filled} height="8" rx="1.8" className={styles.fill} />
      </svg>
      <span>{formatSoC(percent)}</span>
      <span className={styles.word}>{WORDS[level]}</span>
    </span>
  );
}
