/** Far below the 30 s between two polls of a board. */
const SHARED_MS = 1000;

/** An answer that many want at once is made once: who asks within a second of it gets the same, failures included. */
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
