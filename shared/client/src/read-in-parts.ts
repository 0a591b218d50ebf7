import { type LenientResult, readLeniently } from '@shared/contract';
import type * as z from 'zod/mini';
import { nextTask } from './next-task.ts';

/** A slow phone reads this many sites in about 10 ms. */
const ITEMS = 250;

/**
 * Works like `readLeniently`, but lets the browser handle input between the parts of a long list:
 * 10,000 sites at once would block a slow phone for 0.4 s.
 */
export async function readInParts<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
): Promise<LenientResult<z.output<T>>>;
export async function readInParts(schema: z.ZodMiniType, value: unknown): Promise<LenientResult<unknown>> {
  const first = readLeniently(schema, Array.isArray(value) ? value.slice(0, ITEMS) : value);
  if (!Array.isArray(value) || value.length <= ITEMS) return first;
  const parts = [first];
  for (let start = ITEMS; start < value.length; start += ITEMS) {
    await nextTask();
    parts.push(readLeniently(schema, value.slice(start, start + ITEMS)));
  }
  const read = parts.flatMap(({ success, data }) => (success ? data : []));
  const unreadable = [...new Set(parts.flatMap((part) => part.unreadable))];
  return parts.some(({ success }) => success)
    ? { success: true, data: read, unreadable }
    : { ...first, unreadable };
}
