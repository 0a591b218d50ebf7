import { RECHARGES_HEIGHT } from '@shared/contract/view-names';
import { useFailureToast } from '@shared/forms/use-failure-toast';
import { device, positionAtom, Slot } from '@shared/state';
import { useToken } from '@shared/state/guest-session';
import { EmptyState, IconButton, Page, QueryState, StaleNote } from '@shared/ui';
import { MapPin, RefreshCw, SlidersHorizontal } from '@shared/ui/icons';
import { useAtomValue } from 'jotai';
import { startTransition, useId, useState } from 'react';
import { activeRecharges } from '../slots.ts';
import { useModule } from '../use-module.ts';
import { useLine } from '../waiting-line/use-line.ts';
import { AddressSearch } from './address-search.tsx';
import { Filters, FiltersNote } from './filters.tsx';
import styles from './home.module.css';
import { MapPane, useMapShown } from './map-pane.tsx';
import { OriginNote } from './origin-note.tsx';
import { QrButton } from './qr-button.tsx';
import type { SearchFilters, View } from './search-params.ts';
import { SiteList, SiteSkeletons } from './site-list.tsx';
import { strings } from './strings.ts';
import { useSiteSearch } from './use-site-search.ts';
import toggleStyles from './view-toggle.module.css';

/**
 * Home screen: active recharges first, then the nearby sites as a list, on a map, or side by side
 * on a wide screen.
 */
export function Component() {
  const [filtering, setFiltering] = useState(false);
  const search = useSiteSearch();
  const { sitesQuery, view, filters } = search;
  const { data, isError } = sitesQuery;
  useFailureToast(sitesQuery, strings.failure);
  // Without a session there are no recharges, so don't load the remote that shows them.
  const hasSession = useToken() !== undefined;
  const line = useLine();
  const position = useAtomValue(positionAtom);
  const isMapShown = useMapShown(view === 'map', !sitesQuery.isPending);
  // What needs sites on the screen is loaded after them.
  const extras = useModule(
    'list',
    () => import(/* webpackChunkName: "later" */ './list-extras.tsx'),
    view === 'list' && data !== undefined,
  );
  const filterCount = Object.keys(filters).length;
  const { origin } = search;
  const title =
    origin === 'place' ? strings.titleOfPlace : origin === 'area' ? strings.titleOfArea : strings.title;

  const showFilters = (shown: boolean) => startTransition(() => setFiltering(shown));
  const apply = (chosen: SearchFilters) => {
    showFilters(false);
    search.applyFilters(chosen);
  };
  return (
    <Page wide actions={<QrButton />}>
      {view === 'list' && extras.data && <extras.data.ListExtras {...search} />}
      <div className={styles.home} data-view={view}>
        <div className={styles.side}>
          {hasSession && <Slot of={activeRecharges} props={{}} fallback={<RechargesSpace />} />}
          {line && <line.WaitingCard />}
          <div className={styles.search}>
            <AddressSearch place={search.place} onChoose={search.choosePlace} />
            <IconButton
              label={strings.filters}
              icon={<SlidersHorizontal />}
              aria-haspopup="dialog"
              onClick={() => showFilters(true)}
            />
          </div>
          <div className={styles.head}>
            <h1>{title}</h1>
            <div className={styles.tools}>
              <IconButton
                label={strings.refresh}
                icon={<RefreshCw data-turning={sitesQuery.isFetching} />}
                onClick={search.refresh}
              />
              <ViewToggle view={view} onShow={search.show} />
            </div>
          </div>
          <FiltersNote count={filterCount} onClear={() => apply({})} />
          <OriginNote
            origin={origin}
            placeName={search.place?.name}
            location={search.location}
            onReturn={search.goBack}
          />
          {isError && data && <StaleNote since={sitesQuery.dataUpdatedAt} afterMs={0} />}
          {(view === 'list' || (isError && !data)) && <NearbySites search={search} label={title} />}
          {view === 'map' && data?.length === 0 && (
            <p className={styles.nothing} role="status">
              {strings.empty}
            </p>
          )}
        </div>
        {isMapShown && (
          <div className={styles.map} data-no-pull>
            <MapPane
              sites={data ?? []}
              centre={search.centre}
              area={search.area}
              position={position}
              onMove={search.move}
              onLocate={search.goToDevice}
            />
          </div>
        )}
      </div>
      {filtering && <Filters filters={filters} onApply={apply} onClose={() => showFilters(false)} />}
    </Page>
  );
}

/** Space of the active recharges seen last, so that what is below doesn't move when they arrive. */
function RechargesSpace() {
  const style: Record<`--${string}`, string | undefined> = {
    [RECHARGES_HEIGHT]: device.read(RECHARGES_HEIGHT),
  };
  return <div className={styles.recharges} style={style} />;
}

interface NearbySitesProps {
  search: ReturnType<typeof useSiteSearch>;
  label: string;
}

/** The nearby sites, with loading, failure and empty states. */
function NearbySites({ search, label }: NearbySitesProps) {
  const { sitesQuery } = search;
  const { data: sites, isPlaceholderData } = sitesQuery;
  const farther = useModule(
    'farther',
    () => import(/* webpackChunkName: "later" */ './farther-site.tsx'),
    sites?.length === 0,
  );
  if (!sites) {
    return (
      <QueryState query={sitesQuery} failure={strings.failure}>
        <SiteSkeletons />
      </QueryState>
    );
  }
  if (sites.length === 0) {
    return (
      <>
        <EmptyState icon={<MapPin />} title={strings.empty} />
        {farther.data && <farther.data.FartherSite {...search} />}
      </>
    );
  }
  return <SiteList sites={sites} label={label} outdated={isPlaceholderData} />;
}

const VIEWS = [
  { value: 'list', label: strings.list },
  { value: 'map', label: strings.map },
] as const;

/** Toggle between list and map, made of two native radio buttons. */
function ViewToggle({ view, onShow }: { view: View; onShow: (view: View) => void }) {
  const name = useId();
  return (
    <fieldset className={toggleStyles.toggle} aria-label={strings.view}>
      {VIEWS.map(({ value, label }) => (
        <label key={value} data-checked={value === view}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === view}
            onChange={() => onShow(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
