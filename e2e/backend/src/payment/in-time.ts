/** The calls that ask the provider have 30 s themselves (specification, section 9). */
const PROVIDER_MS = 8000;

/** What the provider answers, or a rejection where it takes too long. Its work goes on. */
export function inTime<T>(asked: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${PROVIDER_MS} ms`)), PROVIDER_MS);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
