import { Dialog, QueryState } from '@shared/ui';
import type { ComponentProps } from 'react';
import type { FiltersDialog } from './filters-dialog.tsx';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';

interface FiltersProps extends ComponentProps<typeof FiltersDialog> {
  open: boolean;
  /** Whether the first sites are on screen, so that loading the dialog doesn't delay them. */
  mayLoad: boolean;
}

export function Filters({ open, mayLoad, ...dialog }: FiltersProps) {
  const query = useModule('filters-dialog', () => import('./filters-dialog.tsx'), open || mayLoad);
  if (!open) return null;
  if (query.data) return <query.data.FiltersDialog {...dialog} />;
  return (
    <Dialog title={strings.filters} onClose={dialog.onClose}>
      <QueryState query={query} failure={strings.filtersFailure} height="20rem" />
    </Dialog>
  );
}
