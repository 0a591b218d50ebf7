/** The account's groups, kept on the device so that releases aimed at them run from a page's first screen. */
import { brandAtom, device, sessionAtom } from '@shared/state';
import { readStoredBrand } from '../../brand/stored-brand.ts';
import type { PageState } from '../../page-state.ts';

const itemOf = (userDomain: string) => `groups:${userDomain}`;

/** Returns the groups in the last profile that the backend returned for the session of a brand. */
export function readGroups(brand: string): string[] {
  const stored = readStoredBrand();
  const domain = (stored?.slug === brand && stored.record.appUserDomain) || brand;
  return device.read(itemOf(domain))?.split(',') ?? [];
}

/** Stores the groups of each profile that the backend returns, and removes them with the session. */
export function followGroups({ store }: Pick<PageState, 'store'>): void {
  const follow = () => {
    const session = store.get(sessionAtom);
    const { slug, record } = store.get(brandAtom);
    const isKnown = session.status !== 'user' || session.user;
    const groups = session.status === 'user' ? session.user?.groups : undefined;
    if (isKnown) device.write(itemOf(record?.appUserDomain ?? slug), groups?.join());
  };
  store.sub(sessionAtom, follow);
  follow();
}
