import { type AppConfig, type Brand, PRODUCT, type User } from '@shared/contract';
import { atom } from 'jotai';
import * as z from 'zod/mini';
import { storedAtom } from './stored-atom.ts';

/**
 * Current user. `user` is absent until the profile has loaded. A guest has a token, the secret of a
 * charge without an account, from its order on.
 */
export type Session =
  | { status: 'guest'; token?: string | undefined }
  | { status: 'user'; token: string; user?: User | undefined };

/** Setting it to guest logs out everywhere: token, bearer header and live connection follow it. */
export const sessionAtom = atom<Session>({ status: 'guest' });
/** Token that requests carry; undefined for a guest without a charge. */
export const tokenAtom = atom((get) => get(sessionAtom).token);
export const isLoggedInAtom = atom((get) => get(sessionAtom).status === 'user');
/** True after the server refused the session's token, until the user has logged in again. */
export const expiredAtom = atom(false);
/** Id of the logged-in user, once known. */
export const userIdAtom = atom((get) => {
  const session = get(sessionAtom);
  return session.status === 'user' ? session.user?.id : undefined;
});

export interface CurrentBrand {
  slug: string;
  /** Absent until it has loaded for the first time on this device. */
  record?: Brand | undefined;
  /** URL of the logo, if it could be loaded. */
  logoUrl?: string | undefined;
}
export const brandAtom = atom<CurrentBrand>({ slug: PRODUCT.slug });
export const configAtom = atom<AppConfig | undefined>(undefined);

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

/** Returns the key of a connector in maps of connectors. */
export const connectorKey = (chargePointId: string, connectorId: string) => `${chargePointId}/${connectorId}`;

/**
 * By connector: deadline, in ms since 1970, for plugging in the car: 60 s after an accepted start.
 * Survives a reload.
 */
export const plugWaitsAtom = storedAtom('plugWaits', z.catchall(z.object({}), z.number()), {});
