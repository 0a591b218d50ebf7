import { PRODUCT } from '@shared/contract';
import { useLocation, useNavigate, useParams } from 'react-router';
import { pathsOf } from './paths.ts';

/**
 * Returns a function that goes back like the browser or, if the screen was opened by its URL,
 * navigates to `fallback` with `state`.
 */
export function useBack(fallback: string, state?: unknown): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === 'default' || entryNumber() === 0) navigate(fallback, { replace: true, state });
    else navigate(-1);
  };
}

/**
 * Returns the router's index of the history entry: 0 for the one that opened the page, undefined if
 * there is none. A redirect keeps the index.
 */
export function entryNumber(): number | undefined {
  const state: unknown = window.history.state;
  const numbered = typeof state === 'object' && state !== null && 'idx' in state;
  return numbered && typeof state.idx === 'number' ? state.idx : undefined;
}

/** Returns the paths below the brand in the URL. */
export const usePaths = (): ReturnType<typeof pathsOf> => pathsOf(useParams().brand ?? PRODUCT.slug);
