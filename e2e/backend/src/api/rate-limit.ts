/** Rate limits, counted in the database: they survive a restart and hold across instances. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { rateLimits } from '../db/schema.ts';

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;
/** Longer keys are hashed, so that a caller can't choose how much a counter stores. */
const MAX_KEY_LENGTH = 120;

export interface RateLimitOptions {
  /** Unique name, for example `login-network`. */
  name: string;
  /** Calls allowed for one key in one window. */
  limit: number;
  /**
   * Length of the window in ms; one minute by default. A key's window begins with its first call.
   */
  windowMs?: number;
}

export interface RateLimit {
  /**
   * Counts a call and returns whether it is within the limit. Call it before the work begins, so
   * that concurrent calls can't exceed the limit.
   */
  take(key: string): Promise<boolean>;
  /** Removes one call from the count, for example because the password was right. */
  release(key: string): Promise<void>;
}

export function createRateLimit(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { name, limit, windowMs = MINUTE_MS }: RateLimitOptions,
): RateLimit {
  return {
    async take(key) {
      const at = now();
      const resetsAt = new Date(at.getTime() + windowMs);
      const isOver = sql`${rateLimits.resetsAt} <= ${at.toISOString()}`;
      const [row] = await db
        .insert(rateLimits)
        .values({ key: keyOf(name, key), count: 1, resetsAt })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: {
            count: sql`case when ${isOver} then 1 else ${rateLimits.count} + 1 end`,
            resetsAt: sql`case when ${isOver} then ${resetsAt.toISOString()} else ${rateLimits.resetsAt} end`,
          },
        })
        .returning({ count: rateLimits.count });
      return (row?.count ?? 0) <= limit;
    },
    async release(key) {
      await db
        .update(rateLimits)
        .set({ count: sql`greatest(0, ${rateLimits.count} - 1)` })
        .where(eq(rateLimits.key, keyOf(name, key)));
    },
  };
}

function keyOf(name: string, key: string): string {
  if (key.length <= MAX_KEY_LENGTH) return `${name}:${key}`;
  return `${name}:${createHash('sha256').update(key).digest('hex')}`;
}
