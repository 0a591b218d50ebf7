import { Button, words } from '@shared/ui';
import { useEffect, useState } from 'react';
import styles from './card.module.css';
import { strings } from './strings.ts';

/** Loading times below this are not shown, in ms. */
const LATE_AFTER_MS = 1000;

interface ProviderNoteProps {
  state: 'loading' | 'ready' | 'failed' | 'absent';
  onRetry: () => void;
}

/**
 * Shows the instructions, or why no card can be saved while the provider's script is unavailable.
 */
export function ProviderNote({ state, onRetry }: ProviderNoteProps) {
  const late = useIsLate(state === 'loading');
  return (
    <>
      {/* One line replaces the other, so that nothing below moves. */}
      <p role="status">{late ? strings.scriptLate : strings.lead}</p>
      {(state === 'failed' || state === 'absent') && (
        <div role="alert" className={styles.problem}>
          <p>{state === 'failed' ? strings.scriptFailed : strings.noScript}</p>
          {state === 'failed' && <Button onClick={onRetry}>{words.retry}</Button>}
        </div>
      )}
    </>
  );
}

/** Returns true once `awaited` has been true for longer than `LATE_AFTER_MS`. */
function useIsLate(awaited: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setLate(true), LATE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [awaited]);
  return awaited && late;
}
