/**
 * Limits concurrent holders, such as open sockets, per key and in total.
 * @returns a function that takes a slot and returns the function that frees it (to be called once),
 * or undefined if none is left
 */
export function createSlots(perKey: number, total = Number.POSITIVE_INFINITY) {
  const taken = new Map<string, number>();
  let takenTotal = 0;
  return (key: string): (() => void) | undefined => {
    const count = taken.get(key) ?? 0;
    if (count >= perKey || takenTotal >= total) return undefined;
    taken.set(key, count + 1);
    takenTotal += 1;
    return () => {
      takenTotal -= 1;
      const remaining = (taken.get(key) ?? 0) - 1;
      if (remaining > 0) taken.set(key, remaining);
      else taken.delete(key);
    };
  };
}
