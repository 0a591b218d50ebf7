import { atom } from 'jotai';

/**
 * Whether the logo is still loading. The header reserves its space meanwhile instead of flashing
 * the brand's name.
 */
export const logoPendingAtom = atom(true);
