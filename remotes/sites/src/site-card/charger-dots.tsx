import { StatusGlyph } from '@shared/ui';
import type { Counts } from './availability.ts';
import styles from './site-card.module.css';
import { chargerWords } from './strings.ts';

const MAX_DOTS = 6;

/** Shows up to six of a site's chargers as dots; the accessible name has all counts. */
export function ChargerDots({ counts }: { counts: Counts }) {
  const { available, inUse, reserved = 0, offLine, disconnected = offLine } = counts;
  const shown = [
    ['available', available],
    ['inUse', inUse],
    ['offline', offLine],
  ] as const;
  const kinds = shown
    .flatMap(([kind, count]) => Array.from({ length: Math.min(count, MAX_DOTS) }, () => kind))
    .slice(0, MAX_DOTS);
  const named = [
    ['available', available],
    ['inUse', inUse - reserved],
    ['reserved', reserved],
    ['offline', disconnected],
    ['outOfService', offLine - disconnected],
  ] as const;
  const words = named.flatMap(([kind, count]) => (count > 0 ? [chargerWords[kind](count)] : []));
  return (
    <span className={styles.dots} role="img" aria-label={words.join(', ') || chargerWords.none}>
      {kinds.map((kind, index) => (
        <StatusGlyph key={`${index} ${kind}`} kind={kind} />
      ))}
    </span>
  );
}
