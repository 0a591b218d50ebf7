import type { User } from '@shared/contract';
import { atom } from 'jotai';

/** Who is using the app. `user` is absent until the profile has loaded. */
export type Session = { status: 'guest' } | { status: 'user'; token: string; user?: User | undefined };

/**
 * The session. The shell keeps the stored token, the bearer header and the live connection in step with it; setting it
 * to guest logs out everywhere.
 */
export const sessionAtom = atom<Session>({ status: 'guest' });
export const isLoggedInAtom = atom((get) => get(sessionAtom).status === 'user');
/** The server refused the session's token: whoever used it is asked to log in again, and comes back after that. */
export const expiredAtom = atom(false);
/** Id of the logged-in user, once known. */
export const userIdAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === 'user' ? session.user?.id : undefined;
});
