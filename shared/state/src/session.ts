import type { User } from '@shared/contract';
import { atom } from 'jotai';

/** Current user. `user` is absent until the profile has loaded. */
export type Session = { status: 'guest' } | { status: 'user'; token: string; user?: User | undefined };

/** Setting it to guest logs out everywhere: token, bearer header and live connection follow it. */
export const sessionAtom = atom<Session>({ status: 'guest' });
export const isLoggedInAtom = atom((get) => get(sessionAtom).status === 'user');
/** True after the server refused the session's token, until the user has logged in again. */
export const expiredAtom = atom(false);
/** Id of the logged-in user, once known. */
export const userIdAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === 'user' ? session.user?.id : undefined;
});
