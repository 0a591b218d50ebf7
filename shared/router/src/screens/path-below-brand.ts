import { useLocation } from '../index.ts';

/** Returns the path below the brand as in the URL, not decoded: `''` for the home. */
export const usePathBelowBrand = (): string => useLocation().pathname.split('/').slice(2).join('/');

/** Returns the first segment of a path below the brand, decoded: it determines the remote. */
export function segmentOf(path: string): string {
  const [segment = ''] = decoded(path).split('/');
  return segment;
}

/** Like the router, leaves a path as it is if any part of it can't be decoded. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
