import { Button } from '@shared/ui';
import { useEffect, useState } from 'react';
import styles from './card.module.css';
import { strings } from './strings.ts';

/** A script that comes sooner isn't spoken of. */
const MOMENT_MS = 1000;

interface ProviderNoteProps {
  state: 'loading' | 'ready' | 'failed' | 'absent';
  onRetry: () => void;
}

/** What is to be done here; or why no card can be saved at the moment, where the provider's script isn't there. */
export function ProviderNote({ state, onRetry }: ProviderNoteProps) {
  const late = useIsLate(state === 'loading');
  return (
    <>
      {/* One line in the other's place: nothing below it moves. */}
      <p role="status">{late ? strings.scriptLate : strings.lead}</p>
      {(state === 'failed' || state === 'absent') && (
        <div role="alert" className={styles.problem}>
          <p>{state === 'failed' ? strings.scriptFailed : strings.noScript}</p>
          {state === 'failed' && <Button onClick={onRetry}>{strings.retry}</Button>}
        </div>
      )}
    </>
  );
}

/** Whether something is awaited for longer than a moment. */
function useIsLate(awaited: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!awaited) return;
    const timer = setTimeout(() => setLate(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [awaited]);
  return awaited && late;
}
