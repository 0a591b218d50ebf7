import { type QueryClient, useQuery } from '@shared/client';
import type { ChargerSite } from '@shared/contract';
import { Button, QueryState } from '@shared/ui';
import type { Place } from '../map/index.ts';
import { strings } from './late-strings.ts';
import { type SearchFilters, sitesAround } from './search-params.ts';
import { SiteList } from './site-list.tsx';
import type { useSiteSearch } from './use-site-search.ts';

/** Radii of further searches, in metres; the last covers Brazil. */
const RADII = [50_000, 250_000, 1_000_000, 5_000_000];

type FartherSiteProps = Pick<ReturnType<typeof useSiteSearch>, 'area' | 'centre' | 'filters'>;

/** Says that filters may be why there is no site, and offers to find the nearest one farther away. */
export function FartherSite(props: FartherSiteProps) {
  const isFiltered = Object.keys(props.filters).length > 0;
  return (
    <>
      {isFiltered && <p>{strings.emptyFiltered}</p>}
      <Search {...props} />
    </>
  );
}

function Search({ area, centre, filters }: FartherSiteProps) {
  const from = area?.centre ?? centre;
  const query = useQuery({
    queryKey: ['fartherSite', from.lat, from.lng, filters],
    queryFn: ({ client }) => findNearest(client, from, filters),
    enabled: false,
  });
  const { data: site, isError, isFetching, refetch } = query;
  if (isError) return <QueryState query={query} failure={strings.failure} />;
  if (site === undefined)
    return (
      <Button full pending={isFetching} onClick={() => refetch()}>
        {strings.searchFarther}
      </Button>
    );
  return (
    <>
      <p role="status">{site ? strings.farther : strings.noneFarther}</p>
      {site && <SiteList sites={[site]} label={strings.farther} outdated={false} />}
    </>
  );
}

/** Searches step by step, since one search of the whole country may return a thousand sites. */
async function findNearest(
  client: QueryClient,
  from: Place,
  filters: SearchFilters,
): Promise<ChargerSite | null> {
  for (const radius of RADII) {
    const [nearest] = await client.fetchQuery(sitesAround(from, filters, radius));
    if (nearest) return nearest;
  }
  return null;
}
