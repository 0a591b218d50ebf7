import { Dialog, QueryState } from '@shared/ui';
import { type ComponentProps, useEffect, useState } from 'react';
import type { FiltersDialog } from './filters-dialog.tsx';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';

/** Delay of loading after the first sites, in ms: their pictures come first. */
const LOAD_AFTER_MS = 2_000;

interface FiltersProps extends ComponentProps<typeof FiltersDialog> {
  open: boolean;
  /** Whether the first sites are on screen. */
  listed: boolean;
}

/** Loads its dialog in time, so that it opens at once and without network. */
export function Filters({ open, listed, ...dialog }: FiltersProps) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!listed) return;
    const timer = setTimeout(() => setIsDue(true), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [listed]);
  const query = useModule('filters-dialog', () => import('./filters-dialog.tsx'), open || isDue);
  if (!open) return null;
  if (query.data) return <query.data.FiltersDialog {...dialog} />;
  return (
    <Dialog title={strings.filters} onClose={dialog.onClose}>
      <QueryState query={query} failure={strings.filtersFailure} height="20rem" />
    </Dialog>
  );
}
