import { atom } from 'jotai';

/** The server refused the session's token: whoever used it is asked to log in again, and comes back after that. */
export const expiredAtom = atom(false);
