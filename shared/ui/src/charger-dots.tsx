import { StatusGlyph, type StatusKind } from '@shared/ui';
import styles from './charger-dots.module.css';

/** A site card shows at most so many (specification, section 2). */
const MOST = 6;

interface ChargerDotsProps {
  available: number;
  inUse: number;
  offline: number;
}

const plural = (count: number, one: string, many: string) =>
  count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];

/** A site's chargers at a glance: available first, then in use, then offline, six at most; all are counted in its name. */
export function ChargerDots({ available, inUse, offline }: ChargerDotsProps) {
  const kinds: StatusKind[] = [
    ...Array<StatusKind>(Math.min(available, MOST)).fill('available'),
    ...Array<StatusKind>(Math.min(inUse, MOST)).fill('inUse'),
    ...Array<StatusKind>(Math.min(offline, MOST)).fill('offline'),
  ].slice(0, MOST);
  const words = [
    ...plural(available, 'disponível', 'disponíveis'),
    ...plural(inUse, 'em uso', 'em uso'),
    ...plural(offline, 'offline', 'offline'),
  ];
  return (
    <span className={styles.dots} role="img" aria-label={words.join(', ') || 'nenhum carregador'}>
      {kinds.map((kind, index) => (
        <StatusGlyph key={`${index} ${kind}`} kind={kind} />
      ))}
    </span>
  );
}
