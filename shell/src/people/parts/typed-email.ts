import { atom } from 'jotai';

/** The last e-mail typed into a form, shared by login, registration and forgotten password. */
export const typedEmailAtom = atom('');
