import { EmptyState, QueryState } from '@shared/ui';
import { MapPin } from '@shared/ui/icons';
import { SiteList, SiteSkeletons } from './site-list.tsx';
import { strings } from './strings.ts';
import { useModule } from './use-module.ts';
import type { useSiteSearch } from './use-site-search.ts';

interface NearbySitesProps {
  search: ReturnType<typeof useSiteSearch>;
  label: string;
}

/** The nearby sites, with loading, failure and empty states. */
export function NearbySites({ search: { sitesQuery, from, filters }, label }: NearbySitesProps) {
  const { data: sites, isPlaceholderData } = sitesQuery;
  const isEmpty = sites?.length === 0 && !isPlaceholderData;
  const farther = useModule('farther-site', () => import('./farther-site.tsx'), isEmpty);
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
        <EmptyState icon={<MapPin />} title={strings.empty}>
          {Object.keys(filters).length > 0 && strings.emptyFiltered}
        </EmptyState>
        {isEmpty && farther.data && <farther.data.FartherSite from={from} filters={filters} />}
      </>
    );
  }
  return <SiteList sites={sites} label={label} outdated={isPlaceholderData} />;
}
