import { useLocation, useNavigate } from 'react-router';

/**
 * The way back, as the phone's own does it. A screen that was opened by its address has nothing of ours behind it: then
 * it leads to `fallback`, a path.
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
 * The router's number of the present entry in the history, 0 where the page was opened; undefined where it has none. A
 * redirect takes the number of the entry that it replaces.
 */
export function entryNumber(): number | undefined {
  const state: unknown = window.history.state;
  const numbered = typeof state === 'object' && state !== null && 'idx' in state;
  return numbered && typeof state.idx === 'number' ? state.idx : undefined;
}
