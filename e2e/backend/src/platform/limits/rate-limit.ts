/** Rate limits, counted in the database: they survive a restart and apply across instances. */
import { createHash } from 'node:crypto';
import type { Db } from '../database/database.ts';
import { eq, or, sql } from '../database/orm.ts';
import { prepareOnce } from '../database/prepare-once.ts';
import { rateLimits } from '../database/schema.ts';
import { addMs, MINUTE_MS } from '../time.ts';

/** Longer keys are hashed, so that a caller can't choose how much a counter stores. */
const MAX_KEY_LENGTH = 120;

interface RateLimitOptions {
  /** Unique name, for example `logins`. */
  name: string;
  /** Calls allowed for one key in one window. */
  limit: number;
  /** In ms, one minute by default. A key's window begins with its first call. */
  windowMs?: number;
}

const given = sql.placeholder;
const amount = sql`${given('amount')}::integer`;
const resetsAt = sql`${given('resetsAt')}::timestamptz`;
const isExpired = sql`${rateLimits.resetsAt} <= ${given('at')}`;
const isWithin = sql`${rateLimits.count} < ${given('limit')}`;

const takeStatement = prepareOnce((db) =>
  db
    .insert(rateLimits)
    .values({ key: given('key'), count: amount, resetsAt })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        count: sql`case when ${isExpired} then ${amount} else ${rateLimits.count} + ${amount} end`,
        resetsAt: sql`case when ${isExpired} then ${resetsAt} else ${rateLimits.resetsAt} end`,
      },
      // Refused calls write nothing, and aren't counted: one `release` makes room for a call.
      setWhere: or(isExpired, isWithin),
    })
    .returning({ count: rateLimits.count })
    .prepare('take_limit'),
);

export function createRateLimit(
  { db, now }: { db: Db; now: () => Date },
  { name, limit, windowMs = MINUTE_MS }: RateLimitOptions,
) {
  /** Counts `amount` calls and returns how many of them are within the limit. */
  async function takeSome(key: string, amount: number): Promise<number> {
    if (amount === 0) return 0;
    const at = now();
    const [row] = await takeStatement(db).execute({
      key: keyOf(name, key),
      amount,
      at: at.toISOString(),
      resetsAt: addMs(at, windowMs).toISOString(),
      limit,
    });
    return row ? Math.max(0, Math.min(amount, limit - (row.count - amount))) : 0;
  }
  return {
    takeSome,
    /**
     * Counts a call and returns whether it is within the limit. Call it before the work begins, so
     * that concurrent calls can't exceed the limit.
     */
    take: async (key: string) => (await takeSome(key, 1)) === 1,
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
