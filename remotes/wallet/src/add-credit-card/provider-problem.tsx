import { Button } from '@shared/ui';
import styles from './card.module.css';
import { strings } from './strings.ts';

interface ProviderProblemProps {
  state: 'loading' | 'ready' | 'failed' | 'absent';
  onRetry: () => void;
}

/** Why no card can be saved at the moment, where the provider's script isn't there. */
export function ProviderProblem({ state, onRetry }: ProviderProblemProps) {
  if (state === 'loading' || state === 'ready') return null;
  return (
    <div role="alert" className={styles.problem}>
      <p>{state === 'failed' ? strings.scriptFailed : strings.noScript}</p>
      {state === 'failed' && <Button onClick={onRetry}>{strings.retry}</Button>}
    </div>
  );
}
