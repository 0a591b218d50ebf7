/** Keeps the stored token, the bearer header and the profile in sync with the session atom. */
import { type QueryClient, queries } from '@shared/client';
import { device, expiredAtom, sessionAtom } from '@shared/state';
import type { createStore } from 'jotai';
import { report } from '../errors/report.ts';
import { endSession } from './end-session.ts';
import { registerPushToken } from './push-token.ts';
import { forgetUserData, renewUserData } from './user-data.ts';

type Store = ReturnType<typeof createStore>;

export interface KeptSession {
  /** The token that requests carry; undefined for a guest. */
  token: () => string | undefined;
  /** Ends the session if `refused`, which the server rejected, is still its token. */
  refuse: (refused: string) => void;
  /** Restores the stored token. Requests carry it from then on. */
  start: () => void;
  /** Loads the profile unless it is loaded already. */
  loadProfile: () => void;
  end: () => void;
}

/**
 * Starts with the token stored under `key`, then follows the atom, and that key in other tabs.
 * Setting the atom to guest logs out in all tabs.
 */
export function keepSession(store: Store, queryClient: QueryClient, key: string): KeptSession {
  let token: string | undefined;
  /** True while a change from another tab is applied. */
  let following = false;
  /** The last token that the server rejected. */
  let refusedToken: string | undefined;

  function loadProfile() {
    const session = store.get(sessionAtom);
    if (session.status === 'user' && !session.user) fetchProfile(session.token);
  }

  async function fetchProfile(asked: string) {
    try {
      const user = await queryClient.fetchQuery(queries.userProfile());
      if (asked === token) store.set(sessionAtom, { status: 'user', token: asked, user });
    } catch (error) {
      if (asked === token) report(error, 'profile');
    }
  }

  function follow() {
    const session = store.get(sessionAtom);
    const next = session.status === 'user' ? session.token : undefined;
    if (next === token) return;
    // A logout in another tab ends the session from there, and the server has already ended one
    // that it rejects.
    if (token !== undefined && !following && token !== refusedToken) endSession(token);
    token = next;
    if (!following) device.write(key, next);
    if (next === undefined) return forgetUserData(queryClient);
    store.set(expiredAtom, false);
    renewUserData(queryClient);
    fetchProfile(next);
    if (!following) registerPushToken();
  }

  function takeUp(stored: string | undefined) {
    if (stored === token) return;
    store.set(sessionAtom, stored ? { status: 'user', token: stored } : { status: 'guest' });
  }

  function followStored() {
    following = true;
    takeUp(device.read(key));
    following = false;
  }

  function otherTab(event: StorageEvent) {
    if (event.key === key || event.key === null) followStored();
  }

  /** A page in the back/forward cache receives no events of other tabs. */
  function shownAgain(event: PageTransitionEvent) {
    if (event.persisted) followStored();
  }

  const unfollow = store.sub(sessionAtom, follow);
  addEventListener('storage', otherTab);
  addEventListener('pageshow', shownAgain);
  return {
    token: () => token,
    refuse(refused) {
      if (refused !== token) return;
      refusedToken = refused;
      store.set(expiredAtom, true);
      store.set(sessionAtom, { status: 'guest' });
    },
    start: () => takeUp(device.read(key)),
    loadProfile,
    end() {
      unfollow();
      removeEventListener('storage', otherTab);
      removeEventListener('pageshow', shownAgain);
    },
  };
}
