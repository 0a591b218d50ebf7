/** Removes cards at the provider that were deleted here, and retries until that succeeds. */

import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { and, asc, eq, inArray, lte, notExists, sql } from '../db/orm.ts';
import { cardsToForget, paymentMethods } from '../db/schema.ts';
import { withTimeout } from './with-timeout.ts';

/** Maximum number of cards per round. */
const AT_ONCE = 20;
/** Each pause is twice as long as the previous one, up to 17 hours. */
const NEXT_TRY = sql`now() + interval '1 minute' * power(2, least(${cardsToForget.tries}, 10))`;

type Context = Pick<BackendContext, 'db' | 'payment' | 'log'>;

/** Call this in the transaction that deletes the cards here, so that a crash loses none. */
export async function enqueueCardRemovals(tx: Db, providerTokens: string[]): Promise<void> {
  if (providerTokens.length === 0) return;
  const rows = providerTokens.map((providerToken) => ({ providerToken }));
  await tx.insert(cardsToForget).values(rows).onConflictDoNothing();
}

/** Removes the cards that are due, with the fewest tries first. Failures stay scheduled. */
export async function forgetCards({ db, payment, log }: Context): Promise<void> {
  if (!payment) return;
  const forget = async (token: string) => {
    await payment.forgetCard(token);
    await db.delete(cardsToForget).where(eq(cardsToForget.providerToken, token));
  };
  const due = await claimDueCards(db).catch((error: unknown) => {
    log.error({ err: error }, 'listing the cards to remove failed');
    return [];
  });
  await Promise.all(
    due.map(({ token, tries }) =>
      withTimeout(forget(token)).catch((error: unknown) =>
        // Don't log the token that a card is charged by.
        log.error(
          { tries, reason: String(error).replaceAll(token, '…') },
          'a deleted card is still at the provider',
        ),
      ),
    ),
  );
}

/**
 * Returns the cards that are due and schedules their next try before this one starts: a crash then
 * delays it at most, and no other instance takes the same card. A token that a saved card still
 * uses is skipped until that card is deleted.
 */
function claimDueCards(db: Db) {
  const kept = db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(eq(paymentMethods.providerToken, cardsToForget.providerToken));
  const due = db
    .select({ token: cardsToForget.providerToken })
    .from(cardsToForget)
    .where(and(lte(cardsToForget.nextTryAt, sql`now()`), notExists(kept)))
    .orderBy(asc(cardsToForget.tries))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  return db
    .update(cardsToForget)
    .set({ tries: sql`${cardsToForget.tries} + 1`, nextTryAt: NEXT_TRY })
    .where(inArray(cardsToForget.providerToken, due))
    .returning({ token: cardsToForget.providerToken, tries: cardsToForget.tries });
}
