/** Rejects after `limitMs`, by default with an error that says so, but doesn't abort the work. */
export function withTimeLimit<T>(
  work: Promise<T>,
  limitMs: number,
  failure = () => new Error(`no response within ${limitMs} ms`),
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
