import { formatElapsed } from '@shared/brazil';
import { useEffect, useState } from 'react';
import { useNow } from '../browser/use-now.ts';
import { Clock } from '../icons.ts';
import styles from './stale-note.module.css';

interface StaleNoteProps {
  /** When the data was loaded, in ms since 1970. */
  since: number;
  /** Hidden while the data is younger than this. */
  afterMs: number;
}

/** Shows 'Atualizado há …' once the data is old. */
export function StaleNote({ since, afterMs }: StaleNoteProps) {
  const isOld = useIsPast(since + afterMs);
  return isOld ? <Age since={since} /> : null;
}

function Age({ since }: { since: number }) {
  const age = useNow(1000) - since;
  return (
    <p className={styles.note}>
      <Clock />
      {formatElapsed(age / 1000)}
    </p>
  );
}

/** Uses one timeout, so that fresh data needs no ticking clock. */
function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const update = () => setNow(Date.now());
    const timer = setTimeout(update, Math.max(0, moment - Date.now()));
    // Timers don't run while the device sleeps.
    document.addEventListener('visibilitychange', update);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, [moment]);
  return now >= moment;
}
