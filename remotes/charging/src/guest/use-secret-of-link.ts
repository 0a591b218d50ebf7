import { request, useWrite } from '@shared/client';
import { GUEST_SECRET } from '@shared/contract/guest-amounts';
import { useLocation, useNavigate, usePaths } from '@shared/router';
import { sessionAtom } from '@shared/state';
import { useToken } from '@shared/state/guest-session';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';

/**
 * Begins the session of the secret in the URL's fragment, and removes it from the address bar. If that
 * replaces another session, asks first: the secret of a guest's charge is its only key.
 */
export function useSecretOfLink() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const path = usePaths().guest();
  const token = useToken();
  const setSession = useSetAtom(sessionAtom);
  const [asked, setAsked] = useState('');
  const { mutate, isPending, error } = useWrite({
    async mutationFn(secret: string) {
      const { guestCalls } = await import('@shared/contract/guest-charge');
      await request(guestCalls.guestCharge, { bearer: secret });
    },
    onSuccess: (_, secret) => setSession({ status: 'guest', token: secret }),
  });

  useEffect(() => {
    if (hash === '') return;
    const secret = hash.slice(1);
    navigate(path, { replace: true });
    if (!GUEST_SECRET.test(secret)) return;
    if (token === undefined) setSession({ status: 'guest', token: secret });
    else setAsked(secret);
  }, [hash, navigate, path, token, setSession]);

  return {
    isRead: hash === '',
    /** The user has to confirm that the link ends their session. */
    isQuestion: asked !== '' && token !== undefined && asked !== token,
    /** Begins the session if the link's charge can be read. */
    confirm: () => mutate(asked),
    isPending,
    error,
  };
}
