import { StatusGlyph } from '@shared/ui';
import styles from './charger-dots.module.css';
import { chargerWords } from './strings.ts';

/** A site card shows at most so many (specification, section 2). */
const MOST = 6;

interface ChargerDotsProps {
  available: number;
  inUse: number;
  offline: number;
}

/** A site's chargers at a glance: available first, then in use, then offline, six at most; all are counted in its name. */
export function ChargerDots({ available, inUse, offline }: ChargerDotsProps) {
  const counts = [
    ['available', available],
    ['inUse', inUse],
    ['offline', offline],
  ] as const;
  const kinds = counts
    .flatMap(([kind, count]) => Array<typeof kind>(Math.min(count, MOST)).fill(kind))
    .slice(0, MOST);
  const words = counts.flatMap(([kind, count]) => (count > 0 ? [chargerWords[kind](count)] : []));
  return (
    <span className={styles.dots} role="img" aria-label={words.join(', ') || chargerWords.none}>
      {kinds.map((kind, index) => (
        <StatusGlyph key={`${index} ${kind}`} kind={kind} />
      ))}
    </span>
  );
}
