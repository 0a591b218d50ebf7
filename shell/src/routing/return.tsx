import { entryNumber, useNavigate, usePaths } from '@shared/router';
import { useEffect } from 'react';
import { isRightBehind } from '../session/return-path.ts';

/**
 * Leads back after login, or home. Where the guest came from is often right behind the login: going back to it, rather
 * than once more to its address, leaves it only once in the history, and as it was.
 */
export function Return({ to }: { to: string | undefined }) {
  const navigate = useNavigate();
  const home = usePaths().home();
  useEffect(() => {
    if (to !== undefined && isRightBehind(entryNumber())) navigate(-1);
    else navigate(to ?? home, { replace: true });
  }, [navigate, to, home]);
  return null;
}
