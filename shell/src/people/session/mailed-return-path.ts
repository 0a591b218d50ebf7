/**
 * The guest's path across a mail. A link that opens in another tab finds it on the device; one that
 * opens in another browser gets it from a backend that kept it with the mail's token.
 */
import { useParams, usePaths, useSearchParams } from '@shared/router';
import { device } from '@shared/state';
import { useEffect } from 'react';
import { MAIL_KEY, storedReturnPath, storeReturnPath } from './return-path.ts';

/** Returns the path for the request of a mail; undefined if it is only the home. */
export function useReturnPathForMail(): () => string | undefined {
  const { brand = '' } = useParams();
  const home = usePaths().home();
  return () => {
    const path = storedReturnPath(brand);
    return path === home ? undefined : path;
  };
}

/** Keeps `path` on the device: the link in the mail just sent will open another tab. */
export const keepForMail = (path = '') => device.write(MAIL_KEY, `${Date.now()} ${path}`);

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
