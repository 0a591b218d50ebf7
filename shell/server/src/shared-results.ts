/** How long a result is shared, in ms. */
const SHARED_MS = 1000;
/** More per second than visitors need; further results replace the oldest. */
const MAX_RESULTS = 200;

/**
 * Returns results that requests with the same key share.
 * @param isShared whether later requests share a result, or a failure (`undefined`), as well
 */
export function createSharedResults<T>(isShared: (result: T | undefined) => boolean = () => true) {
  const results = new Map<string, Promise<T>>();
  return {
    find: (key: string) => results.get(key),
    /** Makes a result once for concurrent requests, and for those of the next second if shared. */
    add(key: string, make: () => Promise<T>): Promise<T> {
      const known = results.get(key);
      if (known) return known;
      const result = make();
      const [oldest] = results.keys();
      if (results.size >= MAX_RESULTS && oldest !== undefined) results.delete(oldest);
      const remove = () => void (results.get(key) === result && results.delete(key));
      results.set(key, result);
      result
        .catch(() => undefined)
        .then((made) => (isShared(made) ? setTimeout(remove, SHARED_MS).unref() : remove()));
      return result;
    },
  };
}
