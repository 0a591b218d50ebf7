import { atom } from 'jotai';
import * as z from 'zod/mini';
import { storedAtom } from './stored-atom.ts';

/** Where the device is, once the person has allowed it. Degrees; accuracy in metres. */
export interface Position {
  lat: number;
  lng: number;
  accuracy: number;
}
export const positionAtom = atom<Position | undefined>(undefined);

/** False once requests have failed at the network level and the page's own origin doesn't respond either. Set by the shell. */
export const onlineAtom = atom(true);

/** The choice to hide the balance, remembered on this device. */
export const balanceHiddenAtom = storedAtom('balanceHidden', z.boolean(), false);
