/**
 * Limits concurrent holders, such as open sockets, per key and in total.
 * @returns a function that takes a slot and returns the function that frees it (to be called once),
 * or undefined if none is left
 */
export function createSlots(perKey: number, total = Number.POSITIVE_INFINITY) {
  const taken = new Map<string, number>();
  let all = 0;
  return (key: string): (() => void) | undefined => {
    const count = taken.get(key) ?? 0;
    if (count >= perKey || all >= total) return undefined;
    taken.set(key, count + 1);
    all += 1;
    return () => {
      all -= 1;
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    };
  };
}
