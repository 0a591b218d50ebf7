import { atom } from 'jotai';

/** The e-mail typed last into a form of the session: it goes along between login, register and forgotten password. */
export const typedEmailAtom = atom('');
