import { useNavigate } from '@shared/router';
import { atom, useAtom } from 'jotai';
import { useEffect } from 'react';

/** A path to which something outside of the router, such as a toast's button, asks to be led. */
export const goToAtom = atom<string | undefined>(undefined);

/** Follows that wish, once. */
export function useGoTo(): void {
  const [path, setPath] = useAtom(goToAtom);
  const navigate = useNavigate();
  useEffect(() => {
    if (path === undefined) return;
    setPath(undefined);
    navigate(path);
  }, [path, setPath, navigate]);
}
