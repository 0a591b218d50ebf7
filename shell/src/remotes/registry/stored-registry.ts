/** The registry file that a shell with public keys accepted last. */
import { parseJson } from '@shared/contract';
import { device } from '@shared/state';

const ITEM = 'registry';

/** Returns undefined in a build without keys, even if another build stored one. */
export const readStoredRegistry = (): unknown =>
  process.env.REMOTES_PUBLIC_KEY ? parseJson(device.read(ITEM) ?? '') : undefined;

export const storeRegistry = (file: object): void => device.write(ITEM, JSON.stringify(file));
