/**
 * Runs steps on the cache once earlier ones have ended: the page and the service worker share it.
 * Without Web Locks, as in Safari before 15.4, they run at once.
 */
export function withCacheLock<T>(steps: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks;
  return locks ? locks.request('offline-cache', steps) : steps();
}
