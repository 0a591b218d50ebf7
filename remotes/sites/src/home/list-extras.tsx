import { useState } from 'react';
import { strings } from './late-strings.ts';
import { PullToRefresh } from './pull-to-refresh.tsx';
import type { useSiteSearch } from './use-site-search.ts';

type SiteSearch = ReturnType<typeof useSiteSearch>;

/** Parts of the list that are needed only once it is on the screen. */
export function ListExtras(search: SiteSearch) {
  return (
    <>
      <PullToRefresh onRefresh={search.refresh} />
      <ResultStatus {...search} />
    </>
  );
}

/** Announces the number of results after a changed search or a refresh. A failure has its own text. */
function ResultStatus({ sitesQuery, refreshedAt }: Pick<SiteSearch, 'sitesQuery' | 'refreshedAt'>) {
  const { data = [], dataUpdatedAt, isError, isFetching, isPlaceholderData } = sitesQuery;
  const isAwaited = isPlaceholderData || (isFetching && refreshedAt >= dataUpdatedAt);
  const [wasAwaited, setWasAwaited] = useState(false);
  if (isAwaited && !wasAwaited) setWasAwaited(true);
  return (
    <p role="status" data-spoken>
      {isAwaited ? strings.searching : wasAwaited && !isError && strings.found(data.length)}
    </p>
  );
}
