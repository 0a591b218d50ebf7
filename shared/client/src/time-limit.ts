/**
 * Returns a signal that aborts after `ms` with `reason`, or as soon as `signal` does, with its reason.
 * `end` must be called when the work is done. `AbortSignal.any` needs Safari 17.4, which older iPhones
 * can't install.
 */
export function timeLimit(ms: number, reason: unknown, signal?: AbortSignal | null) {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(reason), ms);
  const follow = () => limit.abort(signal?.reason);
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', follow);
  };
  return { signal: limit.signal, end };
}
