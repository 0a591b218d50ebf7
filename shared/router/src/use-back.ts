import { useLocation, useNavigate } from 'react-router';

/**
 * The way back, as the phone's own does it. A screen that was opened by its address has nothing of ours behind it: then
 * it leads to `fallback`, a path.
 */
export function useBack(fallback: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => {
    if (key === 'default') navigate(fallback, { replace: true });
    else navigate(-1);
  };
}
