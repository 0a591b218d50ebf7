import { StatusGlyph } from '@shared/ui';
import styles from './charger-dots.module.css';
import { chargerWords } from './strings.ts';

const MAX_DOTS = 6;

interface ChargerDotsProps {
  available: number;
  inUse: number;
  /** How many of `inUse` are kept for drivers who wait in line. */
  reserved?: number | undefined;
  /** Chargers neither available nor in use. */
  offline: number;
  /** How many of `offline` have no connection; all of them by default. */
  disconnected?: number | undefined;
}

/** Shows up to six of a site's chargers as dots; the accessible name has all counts. */
export function ChargerDots({
  available,
  inUse,
  reserved = 0,
  offline,
  disconnected = offline,
}: ChargerDotsProps) {
  const counts = [
    ['available', available],
    ['inUse', inUse],
    ['offline', offline],
  ] as const;
  const kinds = counts
    .flatMap(([kind, count]) => Array<typeof kind>(Math.min(count, MAX_DOTS)).fill(kind))
    .slice(0, MAX_DOTS);
  const named = [
    ['available', available],
    ['inUse', inUse - reserved],
    ['reserved', reserved],
    ['offline', disconnected],
    ['outOfService', offline - disconnected],
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
