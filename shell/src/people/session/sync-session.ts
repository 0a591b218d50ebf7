import { queries } from '@shared/client';
import { device, expiredAtom, plugWaitsAtom, sessionAtom } from '@shared/state';
import { report } from '../../errors/report.ts';
import { type PageState, tokenAtom } from '../../page-state.ts';
import { endSession } from './end-session.ts';
import { registerPushToken } from './push-token.ts';
import { removeUserQueries, resetUserQueries } from './user-queries.ts';

export interface SyncedSession {
  /** The token that requests carry; undefined for a guest. */
  token: () => string | undefined;
  /** Ends the session if its token is still `refused`, which the server has rejected. */
  refuse: (refused: string) => void;
  /** Restores the stored token. Requests carry it from then on. */
  start: () => void;
  /** Loads the profile unless it is loaded already. */
  loadProfile: () => void;
  end: () => void;
}

/**
 * Keeps the token stored under `key`, the bearer header and the profile in sync with the session
 * atom, in all tabs: setting the atom to guest logs out everywhere.
 */
export function syncSession({ store, cache }: PageState, key: string): SyncedSession {
  let token: string | undefined;
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
    // A logout in another tab ends the session there, and the server ended one that it rejects.
    if (token !== undefined && !applyingOtherTab && token !== refusedToken) endSession(token);
    // The next user must not see this user's waits for the plug.
    if (token !== undefined) store.set(plugWaitsAtom, {});
    token = next;
    if (!applyingOtherTab) device.write(key, next);
    if (next === undefined) return removeUserQueries(cache);
    store.set(expiredAtom, false);
    resetUserQueries(cache);
    fetchProfile(next);
    if (!applyingOtherTab) registerPushToken();
  }

  function applyStoredToken(stored: string | undefined) {
    if (stored === token) return;
    store.set(sessionAtom, stored ? { status: 'user', token: stored } : { status: 'guest' });
  }

  function readStoredToken() {
    applyingOtherTab = true;
    applyStoredToken(device.read(key));
    applyingOtherTab = false;
  }

  function onStorage(event: StorageEvent) {
    if (event.key === key || event.key === null) readStoredToken();
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
    token: () => token,
    refuse(refused) {
      if (refused !== token) return;
      refusedToken = refused;
      store.set(expiredAtom, true);
      store.set(sessionAtom, { status: 'guest' });
    },
    start: () => applyStoredToken(device.read(key)),
    loadProfile,
    end() {
      unsubscribe();
      ended.abort();
    },
  };
}
