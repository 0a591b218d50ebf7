import { EmptyState, QueryState } from '@shared/ui';
import { MapPin } from '@shared/ui/icons';
import { SiteList, SiteSkeletons } from './site-list.tsx';
import { strings } from './strings.ts';
import type { useSiteSearch } from './use-site-search.ts';

interface NearbySitesProps {
  sitesQuery: ReturnType<typeof useSiteSearch>['sitesQuery'];
  label: string;
  filtered: boolean;
}

/** The nearby sites, with loading, failure and empty states. */
export function NearbySites({ sitesQuery, label, filtered }: NearbySitesProps) {
  const { data: sites, isPlaceholderData } = sitesQuery;
  if (!sites) {
    return (
      <QueryState query={sitesQuery} failure={strings.failure}>
        <SiteSkeletons />
      </QueryState>
    );
  }
  if (sites.length === 0) {
    return (
      <EmptyState icon={<MapPin />} title={strings.empty}>
        {filtered && strings.emptyFiltered}
      </EmptyState>
    );
  }
  return <SiteList sites={sites} label={label} outdated={isPlaceholderData} />;
}
