import { withWider } from './client-address.ts';
import { WIDE } from './limits.ts';

/**
 * Limits concurrent holders, such as open sockets, per address block and in total.
 * @returns a function that takes a slot and returns the function that frees it (to be called once),
 * or undefined if none is left
 */
export function createSlots(perAddressBlock: number, total = Number.POSITIVE_INFINITY) {
  const taken = new Map<string, number>();
  let takenTotal = 0;
  const change = (key: string, difference: 1 | -1) => {
    const count = (taken.get(key) ?? 0) + difference;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
  };
  return (block: string): (() => void) | undefined => {
    const keys = withWider(block);
    const isFull = keys.some((key, width) => (taken.get(key) ?? 0) >= perAddressBlock * WIDE ** width);
    if (isFull || takenTotal >= total) return undefined;
    for (const key of keys) change(key, 1);
    takenTotal += 1;
    return () => {
      takenTotal -= 1;
      for (const key of keys) change(key, -1);
    };
  };
}
