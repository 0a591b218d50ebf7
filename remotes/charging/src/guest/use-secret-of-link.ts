import { GUEST_SECRET } from '@shared/contract/guest-amounts';
import { useLocation, useNavigate, usePaths } from '@shared/router';
import { isLoggedInAtom, sessionAtom } from '@shared/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';

/**
 * Begins the session of the secret in the URL's fragment, and removes it from the address bar. A user is
 * asked first, because this ends their session.
 */
export function useSecretOfLink() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const path = usePaths().guest();
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const setSession = useSetAtom(sessionAtom);
  const [asked, setAsked] = useState<string>();

  useEffect(() => {
    if (hash === '') return;
    const secret = hash.slice(1);
    navigate(path, { replace: true });
    if (!GUEST_SECRET.test(secret)) return;
    if (isLoggedIn) setAsked(secret);
    else setSession({ status: 'guest', token: secret });
  }, [hash, navigate, path, isLoggedIn, setSession]);

  return {
    isRead: hash === '',
    /** The user has to confirm that the link ends their session. */
    isQuestion: isLoggedIn && asked !== undefined,
    confirm: () => setSession({ status: 'guest', token: asked }),
  };
}
