/** Daily limits of an account: far above normal use, and low enough to slow down an attack. */
import { DAILY_LIMIT_CODES } from '@shared/contract';
import type { BackendContext } from '../context.ts';
import { DAY_MS } from '../time.ts';
import { Failure } from './failure.ts';
import { createRateLimit } from './rate-limit.ts';

/** Retry-After in seconds: a window starts with its first call and may end soon. */
const RETRY_S = 3600;

type LimitName = keyof typeof DAILY_LIMIT_CODES;

export const DAILY_LIMITS = {
  /** Unpaid top-ups by card: attackers probe the limits of stolen cards. */
  cardFailures: 10,
  /** Cards sent to the payment provider, which verifies each one. */
  newCards: 10,
  /** Pix codes, each of which is looked up at the provider until it expires. */
  pixOrders: 20,
  /** A driver's starts, each of which reserves a connector. */
  starts: 50,
  /** A valet charges the cars of a whole car park. */
  valetStarts: 500,
  /** Rejected coupon codes. */
  couponFailures: 30,
  /** Push tokens that are new to the account. */
  pushTokens: 20,
} as const satisfies Record<LimitName, number>;

/** Returns the failure of a call that exceeds a limit. */
export const tooMany = (name: LimitName) =>
  new Failure(429, DAILY_LIMIT_CODES[name], DAILY_LIMIT_CODES[name], RETRY_S);

export function dailyLimit(context: Pick<BackendContext, 'db' | 'now'>, name: LimitName) {
  const limit = createRateLimit(context, {
    name: `day-${name}`,
    limit: DAILY_LIMITS[name],
    windowMs: DAY_MS,
  });
  return {
    /** Counts one call; throws 429 with the limit's code if it exceeds the limit. */
    async take(userId: number): Promise<void> {
      const key = String(userId);
      if (await limit.take(key)) return;
      // Don't count a refused call: one `release` wouldn't make room for another call then.
      await limit.release(key);
      throw tooMany(name);
    },
    /** Removes one call from the count, for example because it succeeded. */
    release: (userId: number) => limit.release(String(userId)),
  };
}
