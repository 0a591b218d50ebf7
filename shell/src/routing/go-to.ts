import { useLocation, useNavigate } from '@shared/router';
import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';

/** A path to which something outside of the router, such as a toast's button, asks to be led. */
export const goToAtom = atom<string | undefined>(undefined);

/** Follows that wish, once. The screen on which one is isn't put into the history a second time, as by any link. */
export function useGoTo(): void {
  const [path, setPath] = useAtom(goToAtom);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (path === undefined) return;
    setPath(undefined);
    navigate(path, { replace: path === pathname });
  }, [path, setPath, navigate, pathname]);
}
