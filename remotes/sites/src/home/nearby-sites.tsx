import type { ChargerSite } from '@shared/contract';
import { EmptyState, FailureState } from '@shared/ui';
import { MapPin } from '@shared/ui/icons';
import { SiteList, SiteListSkeleton } from './site-list.tsx';
import { strings } from './strings.ts';

interface NearbySitesProps {
  sites: ChargerSite[] | undefined;
  label: string;
  failed: boolean;
  fetching: boolean;
  /** True while `sites` are still the results of the previous search. */
  outdated: boolean;
  onRetry: () => void;
  filtered: boolean;
}

/** The nearby sites, with loading, failure and empty states. */
export function NearbySites(props: NearbySitesProps) {
  const { sites, label, failed, fetching, outdated, onRetry, filtered } = props;
  if (!sites) {
    if (!failed) return <SiteListSkeleton />;
    return <FailureState message={strings.failure} onRetry={onRetry} retrying={fetching} />;
  }
  if (sites.length === 0) {
    return (
      <EmptyState icon={<MapPin />} title={strings.empty}>
        {filtered && strings.emptyFiltered}
      </EmptyState>
    );
  }
  return <SiteList sites={sites} label={label} outdated={outdated} />;
}
