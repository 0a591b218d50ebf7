import { queries, useQuery } from '@shared/client';
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 800;
/** Length of the shortest Brazilian place names. */
const MIN_LETTERS = 2;

/**
 * Searches addresses once the typed text hasn't changed for 800 ms. Returns only results for the
 * current text, so a late response to an earlier text is never shown.
 */
export function useAddressSearch(typed: string, enabled: boolean) {
  const text = typed.trim();
  const [searchedText, setSearchedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearchedText(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const isSearchable = enabled && text.length >= MIN_LETTERS;
  const isCurrent = isSearchable && searchedText === text;
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.addressSearch(searchedText),
    enabled: isCurrent,
  });
  return {
    /** Undefined until loaded. */
    addresses: isCurrent ? data : undefined,
    searching: isSearchable && (!isCurrent || isFetching),
    error: isCurrent ? error : null,
    /** Searches without the debounce; retries after a failure. */
    searchNow: () => {
      if (!isCurrent) setSearchedText(text);
      else if (error) void refetch();
    },
  };
}
