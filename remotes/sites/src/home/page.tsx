import { keepPreviousData, queries, useQuery } from '@shared/client';
import { useSearchParams } from '@shared/router';
import { isLoggedInAtom, Slot } from '@shared/state';
import { Button, IconButton, Page } from '@shared/ui';
import { RefreshCw, SlidersHorizontal } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { FiltersDialog } from './filters-dialog.tsx';
import styles from './home.module.css';
import { LocationNote } from './location-note.tsx';
import { NearbySites } from './nearby-sites.tsx';
import { QrButton } from './qr-button.tsx';
import { filtersFrom, type SearchFilters, withFilters } from './search-filters.ts';
import { strings } from './strings.ts';
import { useLocation } from './use-location.ts';

/** Metres (specification, section 9). */
const RADIUS = 10_000;

/** The home: running charges first, then the sites nearby. */
export function Component() {
  const [address, setAddress] = useSearchParams();
  const [filtering, setFiltering] = useState(false);
  const location = useLocation();
  const filters = filtersFrom(address);
  // A guest has no recharges: the remote that would show them isn't even loaded.
  const loggedIn = useAtomValue(isLoggedInAtom);
  const filterCount = Object.keys(filters).length;
  const sites = useQuery({
    ...queries.siteSearch({ ...location.centre, dist: RADIUS, ...filters }),
    placeholderData: keepPreviousData,
    enabled: location.ready,
  });

  const apply = (chosen: SearchFilters) => {
    setAddress(withFilters(address, chosen), { replace: true, preventScrollReset: true });
    setFiltering(false);
  };
  const refresh = () => {
    if (location.known) location.locate();
    sites.refetch();
  };

  return (
    <Page width="wide" actions={<QrButton />}>
      {loggedIn && <Slot name="home.activeRecharges" props={{}} />}
      <div className={styles.head}>
        <h1 className={styles.title}>{strings.title}</h1>
        <IconButton
          label={strings.filters}
          icon={<SlidersHorizontal />}
          aria-haspopup="dialog"
          onClick={() => setFiltering(true)}
        />
        <IconButton
          label={strings.refresh}
          icon={<RefreshCw className={styles.refresh} data-turning={sites.isFetching} />}
          onClick={refresh}
        />
      </div>
      {filterCount > 0 && (
        <div className={styles.active}>
          <p>{strings.filtersActive(filterCount)}</p>
          <Button variant="quiet" onClick={() => apply({})}>
            {strings.clearFilters}
          </Button>
        </div>
      )}
      <LocationNote {...location} />
      <NearbySites
        sites={sites.data}
        failed={sites.isError}
        fetching={sites.isFetching}
        outdated={sites.isPlaceholderData}
        onRetry={() => sites.refetch()}
        filtered={filterCount > 0}
      />
      {filtering && <FiltersDialog filters={filters} onApply={apply} onClose={() => setFiltering(false)} />}
    </Page>
  );
}
