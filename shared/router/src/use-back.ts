import { useLocation, useNavigate } from 'react-router';

/**
 * Returns a function that goes back like the browser. If the screen was opened by its URL, so that
 * there is no earlier entry, it navigates to the path `fallback`.
 */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === 'default' || entryNumber() === 0) navigate(fallback, { replace: true });
    else navigate(-1);
  };
}

/**
 * Returns the router's index of the current history entry: 0 for the entry that opened the page,
 * undefined if there is none. A redirect keeps the index of the entry that it replaces.
 */
export function entryNumber(): number | undefined {
  const state: unknown = window.history.state;
  const numbered = typeof state === 'object' && state !== null && 'idx' in state;
  return numbered && typeof state.idx === 'number' ? state.idx : undefined;
}
