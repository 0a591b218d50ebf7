import { useLocation, useNavigate } from 'react-router';

/**
 * The way back, as the phone's own does it. A screen that was opened by its address has nothing of ours behind it: then
 * it leads to `fallback`, a path.
 */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === 'default' || isFirstEntry()) navigate(fallback, { replace: true });
    else navigate(-1);
  };
}

/** The router numbers its entries in the history; a redirect at the start leaves the first one in its place. */
function isFirstEntry(): boolean {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && state.idx === 0;
}
