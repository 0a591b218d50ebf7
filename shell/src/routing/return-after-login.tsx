import { entryNumber, useNavigate, usePaths } from '@shared/router';
import { useEffect } from 'react';
import { isPrecedingEntry } from '../people/session/return-path.ts';

/**
 * Navigates back after login, or to the home. Goes back to the guest's previous screen if that is
 * the preceding history entry, so that it stays one entry and keeps its state.
 */
export function ReturnAfterLogin({ to }: { to: string | undefined }) {
  const navigate = useNavigate();
  const home = usePaths().home();
  useEffect(() => {
    if (to !== undefined && isPrecedingEntry(entryNumber())) navigate(-1);
    else navigate(to ?? home, { replace: true });
  }, [navigate, to, home]);
  return null;
}
