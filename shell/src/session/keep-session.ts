/** Keeps the stored token, the bearer header and the profile in step with the session's atom. */
import { type QueryClient, queries } from '@shared/client';
import { device, sessionAtom } from '@shared/state';
import type { createStore } from 'jotai';
import { report } from '../errors/report.ts';
import { expiredAtom } from './expired.ts';
import { registerPushToken, removePushToken } from './push-token.ts';
import { forgetUserData } from './user-data.ts';

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
    // Asked for while the old bearer is still set.
    if (token !== undefined) removePushToken();
    forgetUserData(queryClient);
    token = next;
    device.write(key, next);
    if (next === undefined) return;
    store.set(expiredAtom, false);
    fetchProfile(next);
    registerPushToken();
  }

  function readStored() {
    const stored = device.read(key);
    if (stored === token) return;
    store.set(sessionAtom, stored ? { status: 'user', token: stored } : { status: 'guest' });
  }

  function otherTab(event: StorageEvent) {
    if (event.key === key || event.key === null) readStored();
  }

  const unfollow = store.sub(sessionAtom, follow);
  addEventListener('storage', otherTab);
  return {
    token: () => token,
    refuse(refused) {
      if (refused !== token) return;
      store.set(expiredAtom, true);
      store.set(sessionAtom, { status: 'guest' });
    },
    start: readStored,
    loadProfile,
    end() {
      unfollow();
      removeEventListener('storage', otherTab);
    },
  };
}
