import { Button } from '@shared/ui';
import styles from './filters-note.module.css';
import { strings } from './strings.ts';

/** Shows the number of active filters with a button to clear them; nothing without filters. */
export function FiltersNote({ count, onClear }: { count: number; onClear: () => void }) {
  if (count === 0) return null;
  return (
    <div className={styles.active}>
      <p>{strings.filtersActive(count)}</p>
      <Button variant="quiet" onClick={onClear}>
        {strings.clearFilters}
      </Button>
    </div>
  );
}
