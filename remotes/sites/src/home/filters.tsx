import { Dialog, QueryState } from '@shared/ui';
import type { ComponentProps } from 'react';
import type { FiltersDialog } from './filters-dialog.tsx';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';

/** The filters' dialog, whose code is loaded when it opens. */
export function Filters(props: ComponentProps<typeof FiltersDialog>) {
  const query = useModule('filters-dialog', () => import('./filters-dialog.tsx'), true);
  if (query.data) return <query.data.FiltersDialog {...props} />;
  return (
    <Dialog title={strings.filters} onClose={props.onClose}>
      <QueryState query={query} failure={strings.filtersFailure} height="20rem" />
    </Dialog>
  );
}
