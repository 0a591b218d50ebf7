import { queries, statusOf, writes } from '@shared/client';
import { device, expiredAtom, isLoggedInAtom, plugWaitsAtom, sessionAtom, tokenAtom } from '@shared/state';
import { report } from '../../errors/report.ts';
import type { PageState } from '../../page-state.ts';
import { registerPushToken, removePushToken } from './push-token.ts';
import { storedHeader } from './stored-header.ts';
import { removeUserQueries, resetUserQueries } from './user-queries.ts';

export type SyncedSession = ReturnType<typeof syncSession>;

/**
 * Keeps the token stored under `key`, the bearer header and the profile in sync with the session
 * atom, in all tabs: setting the atom to guest logs out everywhere. The token of a guest's charge is
 * stored apart and stays while an account is used: it is the charge's only key.
 */
export function syncSession({ store, cache }: PageState, key: string) {
  const guestKey = `guest:${key}`;
  let token: string | undefined;
  let isUser = false;
  /** True while a change from another tab is applied. */
  let applyingOtherTab = false;
  /** The last token that the server rejected. */
  let refusedToken: string | undefined;

  function loadProfile() {
    const session = store.get(sessionAtom);
    if (session.status === 'user' && !session.user) fetchProfile(session.token);
  }

  async function fetchProfile(requestToken: string) {
    try {
      const user = await cache.fetchQuery(queries.userProfile());
      if (requestToken === token) store.set(sessionAtom, { status: 'user', token: requestToken, user });
    } catch (error) {
      if (requestToken === token) report(error, 'profile');
    }
  }

  function applySession() {
    const next = store.get(tokenAtom);
    if (next === token) return;
    const wasUser = isUser;
    isUser = store.get(isLoggedInAtom);
    // A logout in another tab ends the session there, and the server ended one that it rejects.
    if (wasUser && token !== undefined && !applyingOtherTab && token !== refusedToken) endSession(token);
    // The next user must not see this user's waits for the plug.
    if (token !== undefined) store.set(plugWaitsAtom, {});
    token = next;
    if (!applyingOtherTab) {
      device.write(key, isUser ? next : undefined);
      if (!isUser && (next !== undefined || !wasUser)) device.write(guestKey, next);
    }
    if (next === undefined) {
      removeUserQueries(cache);
      // After the logout from an account, the guest's charge is back.
      return applyStoredToken();
    }
    resetUserQueries(cache);
    if (!isUser) return;
    store.set(expiredAtom, false);
    fetchProfile(next);
    if (!applyingOtherTab) registerPushToken();
  }

  function applyStoredToken() {
    const stored = storedHeader(key);
    const guestToken = storedHeader(guestKey);
    if ((stored ?? guestToken) === token) return;
    store.set(
      sessionAtom,
      stored ? { status: 'user', token: stored } : { status: 'guest', token: guestToken },
    );
  }

  function readStoredToken() {
    applyingOtherTab = true;
    applyStoredToken();
    applyingOtherTab = false;
  }

  function onStorage(event: StorageEvent) {
    if (event.key === key || event.key === guestKey || event.key === null) readStoredToken();
  }

  /** A page in the back/forward cache receives no events of other tabs. */
  function onPageShow(event: PageTransitionEvent) {
    if (event.persisted) readStoredToken();
  }

  const unsubscribe = store.sub(sessionAtom, applySession);
  const ended = new AbortController();
  addEventListener('storage', onStorage, { signal: ended.signal });
  addEventListener('pageshow', onPageShow, { signal: ended.signal });
  return {
    /** Returns the token that requests carry; undefined for a guest without a charge. */
    token: () => token,
    /** Ends the session if its token is still `refused`, which the server has rejected. */
    refuse(refused: string) {
      if (refused !== token) return;
      refusedToken = refused;
      store.set(expiredAtom, isUser);
      store.set(sessionAtom, { status: 'guest' });
    },
    /** Restores the stored token. Requests carry it from then on. */
    start: applyStoredToken,
    loadProfile,
    end() {
      unsubscribe();
      ended.abort();
    },
  };
}

/** 401: the session has ended already. 404, 405: the backend doesn't support the call. */
const EXPECTED_STATUSES: ReadonlySet<number> = new Set([401, 404, 405]);

/** Logs `bearer` out on the server without waiting for it. */
function endSession(bearer: string): void {
  const removal = removePushToken(bearer);
  if (!removal) {
    sendLogout(bearer);
    return;
  }
  // Log out once the push token is removed, which needs the session, or when the page is closed.
  const finish = () => {
    if (!done.signal.aborted) sendLogout(bearer);
    done.abort();
  };
  const done = new AbortController();
  addEventListener('pagehide', finish, { signal: done.signal });
  void removal.then(finish);
}

function sendLogout(bearer: string): void {
  writes.logout(bearer).catch((error: unknown) => {
    if (!EXPECTED_STATUSES.has(statusOf(error))) report(error, 'logout');
  });
}
