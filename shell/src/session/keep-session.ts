/** Keeps the stored token, the bearer header and the profile in step with the session's atom. */
import { type QueryClient, queries } from '@shared/client';
import { device, expiredAtom, sessionAtom } from '@shared/state';
import type { createStore } from 'jotai';
import { report } from '../errors/report.ts';
import { endSession } from './end-session.ts';
import { registerPushToken } from './push-token.ts';
import { forgetUserData, renewUserData } from './user-data.ts';

type Store = ReturnType<typeof createStore>;

export interface KeptSession {
  /** The token that calls carry; undefined for a guest. */
  token: () => string | undefined;
  /** The server refused this token: ends the session if it is still that one's. */
  refuse: (refused: string) => void;
  /** Takes the stored token up. Calls can carry it from here on. */
  start: () => void;
  /** Loads the profile if that hasn't succeeded yet. */
  loadProfile: () => void;
  end: () => void;
}

/**
 * Starts from the token stored under `key`, then follows the atom, and this key in other tabs. The atom alone decides:
 * setting it to guest logs out everywhere.
 */
export function keepSession(store: Store, queryClient: QueryClient, key: string): KeptSession {
  let token: string | undefined;
  /** What another tab did is being followed. */
  let following = false;
  /** The last token that the server refused. */
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
    // Another tab has logged out by itself, and the server ends a session that it refuses.
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

  /** A page that comes back from the browser's cache heard nothing of other tabs meanwhile. */
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
