import { queries, useQuery } from '@shared/client';
import { useEffect, useState } from 'react';

/** Specification, section 9. */
const DEBOUNCE_MS = 800;
/** The shortest names of Brazilian places. */
const LEAST_LETTERS = 2;

/**
 * Addresses for what is being typed, once it has been left alone for 800 ms. Each answer belongs to its own text: one
 * that comes late never stands below another.
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
    /** Undefined until they are there. */
    addresses: isAsked ? data : undefined,
    searching: isWorthAsking && (!isAsked || isFetching),
    error: isAsked ? error : null,
    /** Asks without waiting; also after a failure. */
    ask: () => {
      if (!isAsked) setAsked(text);
      else if (error) void refetch();
    },
  };
}
