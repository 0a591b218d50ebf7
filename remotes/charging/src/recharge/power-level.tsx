import { formatKw } from '@shared/brazil';
import styles from './power-level.module.css';

/** Assumed maximum of a charger with unknown power, in kW. */
const DEFAULT_MAX_KW = 7.4;

/** Upper bounds of each level, as a share of the charger's maximum. */
const LEVELS = [
  { words: 'parado', under: 0.05, bars: 0 },
  { words: 'potência baixa', under: 0.3333, bars: 1 },
  { words: 'potência média', under: 0.6666, bars: 2 },
  { words: 'potência alta', under: Number.POSITIVE_INFINITY, bars: 3 },
] as const;

/** Returns the level of a power by its share of the charger's maximum (7.4 kW if unknown). */
export function powerLevel(kw: number, maxKw: number | undefined) {
  const share = kw / (maxKw && maxKw > 0 ? maxKw : DEFAULT_MAX_KW);
  return LEVELS.find(({ under }) => share < under) ?? LEVELS[0];
}

/** Shows a power as three bars, of which none to all are filled. */
export function PowerLevel({ kw, maxKw }: { kw: number; maxKw?: number | undefined }) {
  const { bars, words } = powerLevel(kw, maxKw);
  return (
    <svg className={styles.level} viewBox="0 0 20 20" role="img" aria-label={`${formatKw(kw)}, ${words}`}>
      <rect x="1" y="12" width="4.5" height="7" rx="1.5" data-filled={bars >= 1} />
      <rect x="7.75" y="7" width="4.5" height="12" rx="1.5" data-filled={bars >= 2} />
      <rect x="14.5" y="1" width="4.5" height="18" rx="1.5" data-filled={bars >= 3} />
    </svg>
  );
}
