/** Rate limits, counted in the database: they survive a restart and hold across instances. */
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import { rateLimits } from '../db/schema.ts';
import { addMs, MINUTE_MS } from '../time.ts';

/** Longer keys are hashed, so that a caller can't choose how much a counter stores. */
const MAX_KEY_LENGTH = 120;

interface RateLimitOptions {
  /** Unique name, for example `login-network`. */
  name: string;
  /** Calls allowed for one key in one window. */
  limit: number;
  /** In ms, one minute by default. A key's window begins with its first call. */
  windowMs?: number;
}

export function createRateLimit(
  { db, now }: Pick<BackendContext, 'db' | 'now'>,
  { name, limit, windowMs = MINUTE_MS }: RateLimitOptions,
) {
  return {
    /**
     * Counts a call and returns whether it is within the limit. Call it before the work begins, so
     * that concurrent calls can't exceed the limit.
     */
    async take(key: string): Promise<boolean> {
      const at = now();
      const resetsAt = addMs(at, windowMs);
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
    /** Removes one call from the count, for example because the password was right. */
    async release(key: string): Promise<void> {
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
