import { Dialog, QueryState } from '@shared/ui';
import { type ComponentProps, useEffect, useState } from 'react';
import type { FiltersDialog } from './filters-dialog.tsx';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';

/** Delay of the placeholder: replacing one dialog with another takes twice the time. */
const SHORT_LOAD_MS = 200;

/** The filters' dialog, whose code is loaded when it opens. */
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
