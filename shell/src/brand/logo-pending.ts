import { atom } from 'jotai';

/** While the logo is loading, the header reserves its space instead of flashing the name. */
export const logoPendingAtom = atom(true);
