import { useNavigate, usePaths } from '@shared/router';
import { expiredAtom, sessionAtom } from '@shared/state';
import { useSetAtom } from 'jotai';
import { startTransition } from 'react';
import { endSubscription } from './notices/device.ts';

/** Returns a function that ends the session and navigates home. */
export function useLogOut(): () => void {
  const setSession = useSetAtom(sessionAtom);
  const setExpired = useSetAtom(expiredAtom);
  const navigate = useNavigate();
  const home = usePaths().home();
  return () => {
    // The server ends the subscription with the session, but may be unreachable now.
    void endSubscription();
    // The router navigates in a transition. Ending the session in the same one keeps the screen's
    // guard from redirecting the guest to the login first.
    navigate(home, { replace: true });
    startTransition(() => {
      setSession({ status: 'guest' });
      // The server may have just rejected a request of the deleted account. Without this, the guard
      // would then redirect to the login.
      setExpired(false);
    });
  };
}
