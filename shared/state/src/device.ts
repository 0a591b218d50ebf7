import { atom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

/** Where the device is, once the person has allowed it. Degrees; accuracy in metres. */
export interface Position {
  lat: number;
  lng: number;
  accuracy: number;
}
export const positionAtom = atom<Position | undefined>(undefined);

/** Whether the browser says that it is online. */
export const onlineAtom = atom(true);

/** The choice to hide the balance, remembered on this device. */
export const balanceHiddenAtom = atomWithStorage('balanceHidden', false, undefined, { getOnInit: true });
