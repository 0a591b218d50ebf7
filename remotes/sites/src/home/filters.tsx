import { Button, Dialog, QueryState } from '@shared/ui';
import { type ComponentProps, useEffect, useState } from 'react';
import { useModule } from '../use-module.ts';
import type { FiltersDialog } from './filters-dialog.tsx';
import styles from './filters-note.module.css';
import { strings } from './strings.ts';

/** Delay of the placeholder: replacing one dialog with another takes twice the time. */
const SHORT_LOAD_MS = 200;

/** The filters' dialog. Its code is loaded when it opens. */
export function Filters(props: ComponentProps<typeof FiltersDialog>) {
  const query = useModule(
    'filters-dialog',
    () => import(/* webpackChunkName: "later" */ './filters-dialog.tsx'),
    true,
  );
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), SHORT_LOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  if (query.data) return <query.data.FiltersDialog {...props} />;
  if (!isLong && !query.isError) return null;
  return (
    <Dialog title={strings.filters} onClose={props.onClose}>
      <QueryState query={query} failure={strings.filtersFailure} height="20rem" />
    </Dialog>
  );
}

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
