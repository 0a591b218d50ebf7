/** Far below the 30 s between two polls of a board. */
const SHARED_MS = 1000;

/** Shares one result, also a failure, among all calls with the same key within a second. */
export function share<T>(make: (key: number) => Promise<T>): (key: number) => Promise<T> {
  const answers = new Map<number, Promise<T>>();
  return (key) => {
    const known = answers.get(key);
    if (known) return known;
    const answer = make(key);
    answers.set(key, answer);
    setTimeout(() => answers.delete(key), SHARED_MS).unref();
    return answer;
  };
}
