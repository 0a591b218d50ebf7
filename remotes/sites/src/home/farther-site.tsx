import { type QueryClient, useQuery } from '@shared/client';
import type { ChargerSite } from '@shared/contract';
import { Button, QueryState } from '@shared/ui';
import type { Place } from '../map/index.ts';
import { strings } from './late-strings.ts';
import type { SearchFilters } from './search-filters.ts';
import { SiteList } from './site-list.tsx';
import { sitesAround } from './sites-around.ts';

/** Radii of further searches, in metres; the last covers Brazil. */
const RADII = [50_000, 250_000, 1_000_000, 5_000_000];

interface FartherSiteProps {
  from: Place;
  filters: SearchFilters;
}

/** Offers to find the nearest site beyond the search radius. */
export function FartherSite({ from, filters }: FartherSiteProps) {
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
