/**
 * Runs steps on the cache, which the page and the service worker share, once earlier steps have
 * ended. Without Web Locks, as in Safari before 15.4, runs them at once.
 */
export function withCacheLock<T>(steps: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request('offline-cache', steps) : steps();
}
