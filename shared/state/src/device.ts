import { atom } from 'jotai';
import * as z from 'zod/mini';
import { storedAtom } from './stored-atom.ts';

/** Location of the device, once the user has allowed it. Degrees; accuracy in metres. */
export interface Position {
  lat: number;
  lng: number;
  accuracy: number;
}
export const positionAtom = atom<Position | undefined>(undefined);

/** Set by the shell: false after requests and a probe of the page's own origin failed. */
export const onlineAtom = atom(true);

/** Whether the user hides the balance on this device. */
export const balanceHiddenAtom = storedAtom('balanceHidden', z.boolean(), false);
