import { formatElapsed } from '@shared/brazil';
import { useEffect, useState } from 'react';
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

/** Whether a moment has come. Until then one timer waits for it: a screen whose data is fresh has no clock to run. */
function useIsPast(moment: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setTimeout(look, Math.max(0, moment - Date.now()));
    // A timer sleeps with the machine.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [moment]);
  return now >= moment;
}
