import { queries, useQuery } from '@shared/client';
import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 800;
/** Length of the shortest Brazilian place names. */
const LEAST_LETTERS = 2;

/**
 * Searches addresses once the typed text hasn't changed for 800 ms. Returns only results for the
 * current text, so a late response to an earlier one is never shown.
 */
export function useAddressSearch(typed: string, enabled: boolean) {
  const text = typed.trim();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  const isWorthAsking = enabled && text.length >= LEAST_LETTERS;
  const isAsked = isWorthAsking && asked === text;
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.addressSearch(asked),
    enabled: isAsked,
  });
  return {
    /** Undefined until loaded. */
    addresses: isAsked ? data : undefined,
    searching: isWorthAsking && (!isAsked || isFetching),
    error: isAsked ? error : null,
    /** Searches without the debounce; retries after a failure. */
    ask: () => {
      if (!isAsked) setAsked(text);
      else if (error) void refetch();
    },
  };
}
