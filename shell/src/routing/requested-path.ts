import { useLocation, useNavigate } from '@shared/router';
import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';

/** A path to navigate to, requested outside of the router, for example by a toast's button. */
export const requestedPathAtom = atom<string | undefined>(undefined);

/** Returns whether the page shows this path, which begins with the brand. */
export const isOnScreen = (path: string) => location.pathname.replace(/\/$/, '').endsWith(path);

/** Navigates to the requested path once. Like a link, replaces the entry of the same screen. */
export function useNavigateToRequested(): void {
  const [path, setPath] = useAtom(requestedPathAtom);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  useEffect(() => {
    if (path === undefined) return;
    setPath(undefined);
    navigate(path, { replace: path === pathname });
  }, [path, setPath, navigate, pathname]);
}
