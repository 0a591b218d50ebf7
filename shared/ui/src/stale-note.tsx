import { formatElapsed } from '@shared/brazil';
import { Clock } from './icons.ts';
import styles from './stale-note.module.css';
import { useNow } from './use-now.ts';

interface StaleNoteProps {
  /** When the shown data came, in milliseconds since 1970. */
  since: number;
  /** Says nothing while the data is younger. */
  afterMs: number;
}

/** 'Atualizado há …', once shown data is old. */
export function StaleNote({ since, afterMs }: StaleNoteProps) {
  const age = useNow(1000) - since;
  if (age < afterMs) return null;
  return (
    <p className={styles.note}>
      <Clock />
      {formatElapsed(age / 1000)}
    </p>
  );
}
