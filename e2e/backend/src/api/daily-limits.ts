/** What one account may do in 24 hours: far more than an honest driver does, and little for an attack. */
import { DAILY_LIMIT_CODES } from '@shared/contract';
import type { BackendContext } from '../context.ts';
import { Failure } from './failure.ts';
import { createRateLimit, DAY_MS } from './rate-limit.ts';

/** The window of a key begins with its first call, so that an attempt may succeed long before a day is over. */
const RETRY_S = 3600;

type Limited = keyof typeof DAILY_LIMIT_CODES;

export const DAILY_LIMITS = {
  /** Top-ups by card that weren't paid. A stolen card's limits are found out by trying. */
  cardFailures: 10,
  /** Cards sent to the payment provider, which verifies each one. */
  newCards: 10,
  /** Pix codes, each of which the provider is asked about until it expires. */
  pixOrders: 20,
  /** A driver's starts, each of which reserves a connector. */
  starts: 50,
  /** A valet charges the cars of a whole car park. */
  valetStarts: 500,
  /** Coupon codes that weren't accepted. */
  couponFailures: 30,
  /** Push tokens that the account didn't have yet. */
  pushTokens: 20,
} as const satisfies Record<Limited, number>;

/** Returns the failure of a call that exceeds a limit. */
export const tooMany = (name: Limited) =>
  new Failure(429, DAILY_LIMIT_CODES[name], DAILY_LIMIT_CODES[name], RETRY_S);

export interface DailyLimit {
  /** Counts one; throws 429 with the limit's code if it is one too many. */
  take(userId: number): Promise<void>;
  /** Takes one off the count, for example because it succeeded. */
  giveBack(userId: number): Promise<void>;
}

export function dailyLimit(context: Pick<BackendContext, 'db' | 'now'>, name: Limited): DailyLimit {
  const limit = createRateLimit(context, {
    name: `day-${name}`,
    limit: DAILY_LIMITS[name],
    windowMs: DAY_MS,
  });
  return {
    async take(userId) {
      const key = String(userId);
      if (await limit.take(key)) return;
      // A refused call isn't counted: otherwise a later `giveBack` would not make room for another one.
      await limit.giveBack(key);
      throw tooMany(name);
    },
    giveBack: (userId) => limit.giveBack(String(userId)),
  };
}
