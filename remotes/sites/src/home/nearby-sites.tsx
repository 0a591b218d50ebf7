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
export function NearbySites({ search, label }: NearbySitesProps) {
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
