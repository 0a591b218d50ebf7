import { Button, StaleNote, words } from '@shared/ui';
import styles from './search-problem.module.css';
import { strings } from './strings.ts';

interface SearchProblemProps {
  /** When the data on screen was fetched, in milliseconds since 1970; undefined without data. */
  since: number | undefined;
  retrying: boolean;
  onRetry: () => void;
}

/** Failure of a search with a retry and, while earlier results stay on screen, their age. */
export function SearchProblem({ since, retrying, onRetry }: SearchProblemProps) {
  return (
    <div className={styles.problem}>
      <div className={styles.words}>
        <p role="alert">{strings.failure}</p>
        {since !== undefined && <StaleNote since={since} afterMs={0} />}
      </div>
      <Button variant="quiet" pending={retrying} onClick={onRetry}>
        {words.retry}
      </Button>
    </div>
  );
}
