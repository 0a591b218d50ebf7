/** Rejects if the work takes longer than `limitMs`, but doesn't abort it. */
export function withTimeLimit<T>(
  work: Promise<T>,
  limitMs: number,
  failure = () => new Error(`timed out after ${limitMs} ms`),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(failure()), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for the work, but no longer than `limitMs`. */
export async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  await withTimeLimit(work, limitMs).catch(() => undefined);
}
