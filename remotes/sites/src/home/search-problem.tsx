import { Button, StaleNote } from '@shared/ui';
import styles from './search-problem.module.css';
import { strings } from './strings.ts';

interface SearchProblemProps {
  /** When what is still shown came, in milliseconds since 1970; undefined where nothing is. */
  since: number | undefined;
  retrying: boolean;
  onRetry: () => void;
}

/** A search that failed while something is shown: that stays, and says how old it is. */
export function SearchProblem({ since, retrying, onRetry }: SearchProblemProps) {
  return (
    <div className={styles.problem}>
      <div className={styles.words}>
        <p role="alert">{strings.failure}</p>
        {since !== undefined && <StaleNote since={since} afterMs={0} />}
      </div>
      <Button variant="quiet" pending={retrying} onClick={onRetry}>
        {strings.retry}
      </Button>
    </div>
  );
}
