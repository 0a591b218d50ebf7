/**
 * The guest's path across a mail. A link that opens in another tab finds it on the device; one that
 * opens in another browser gets it from a backend that kept it with the mail's token.
 */
import { useParams, usePaths, useSearchParams } from '@shared/router';
import { brandAtom } from '@shared/state';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { keepForMail, storedReturnPath, storeReturnPath } from './return-path.ts';

/** `app_id` of a brand without one in its record. */
const DEFAULT_APP_ID = '1';

/**
 * Returns a function that requests a mail with the brand's `app_id` and the guest's path, unless that
 * is only the home, and keeps this path for the link in the mail.
 */
export function useRequestMail() {
  const { brand = '' } = useParams();
  const home = usePaths().home();
  const appId = useAtomValue(brandAtom).record?.appId ?? DEFAULT_APP_ID;
  return async <T>(send: (appId: string, returnPath: string | undefined) => Promise<T>): Promise<T> => {
    const stored = storedReturnPath(brand);
    const returnPath = stored === home ? undefined : stored;
    const response = await send(appId, returnPath);
    keepForMail(returnPath);
    return response;
  };
}

/** Moves the path to which a confirmation mail led on from the URL's query to the tab. */
export function useReturnPathOfLink(): void {
  const [search, setSearch] = useSearchParams();
  const path = search.get('return_to');
  useEffect(() => {
    if (path === null) return;
    storeReturnPath(path);
    setSearch({}, { replace: true });
  }, [path, setSearch]);
}
