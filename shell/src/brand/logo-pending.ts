import { atom } from 'jotai';

/** Whether the logo is still on its way: its place is kept free until then, so that no name flashes in it. */
export const logoPendingAtom = atom(true);
