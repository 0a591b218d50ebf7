// Imported by package name: each importer bundles this file, since an earlier shell has no such exports.
import { brandAtom, isLoggedInAtom, sessionAtom } from '@shared/state';
import { useAtomValue } from 'jotai';

/** Token that requests carry; undefined for a guest without a charge. */
export const useToken = () => useAtomValue(sessionAtom).token;

/**
 * Returns whether a charge can be started: by a user, or by a guest of a brand that lets them.
 * @param isOffered the setting `charging.guestCharge`
 */
export function useMayStart(isOffered = true): boolean {
  const isLoggedIn = useAtomValue(isLoggedInAtom);
  const { record } = useAtomValue(brandAtom);
  return isLoggedIn || (isOffered && record?.guestCharge === true);
}
