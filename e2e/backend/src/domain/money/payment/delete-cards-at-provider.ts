/** Deletes cards at the provider that were deleted here, and retries until that succeeds. */

import type { Db } from '../../../platform/database/database.ts';
import { and, asc, eq, inArray, lte, notExists, sql } from '../../../platform/database/orm.ts';
import { cardsToDelete, paymentMethods } from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { resultOf } from './payments.ts';

/** Maximum number of cards per round. */
const AT_ONCE = 20;
/** Each pause is twice as long as the previous one, up to 17 hours. */
const NEXT_TRY = sql`now() + interval '1 minute' * power(2, least(${cardsToDelete.tries}, 10))`;

type Context = Pick<MoneyContext, 'db' | 'payments' | 'log'>;

/** Call this in the transaction that deletes the cards here, so that a crash loses none. */
export async function enqueueCardDeletions(tx: Db, providerTokens: string[]): Promise<void> {
  if (providerTokens.length === 0) return;
  const rows = providerTokens.map((providerToken) => ({ providerToken }));
  await tx.insert(cardsToDelete).values(rows).onConflictDoNothing();
}

/** Deletes the cards that are due, with the fewest tries first. Failures stay scheduled. */
export async function deleteCardsAtProvider({ db, payments, log }: Context): Promise<void> {
  if (!payments) return;
  const ports = payments.all.flatMap(({ cards }) => cards ?? []);
  const deleteAtProvider = async (token: string) => {
    const port = ports.find((port) => port.owns(token));
    if (!port) throw new Error("its provider isn't configured");
    const deleted = await resultOf(port.delete(token));
    if (deleted.kind === 'unknown') throw deleted.error;
    await db.delete(cardsToDelete).where(eq(cardsToDelete.providerToken, token));
  };
  const due = await claimDueCards(db).catch((error: unknown) => {
    log.error({ err: error }, 'listing the cards to delete failed');
    return [];
  });
  await Promise.all(
    due.map(({ token, tries }) =>
      deleteAtProvider(token).catch((error: unknown) =>
        // Don't log the token: cards are charged with it.
        log.error(
          { tries, reason: String(error).replaceAll(token, '…') },
          'a deleted card is still at the provider',
        ),
      ),
    ),
  );
}

/**
 * Returns the cards that are due and schedules their next try before this one starts, so that a
 * crash only delays them and no other instance claims the same card. A token that a saved card
 * still uses is skipped until that card is deleted.
 */
function claimDueCards(db: Db) {
  const usedBySavedCard = db
    .select({ id: paymentMethods.id })
    .from(paymentMethods)
    .where(eq(paymentMethods.providerToken, cardsToDelete.providerToken));
  const due = db
    .select({ token: cardsToDelete.providerToken })
    .from(cardsToDelete)
    .where(and(lte(cardsToDelete.nextTryAt, sql`now()`), notExists(usedBySavedCard)))
    .orderBy(asc(cardsToDelete.tries))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  return db
    .update(cardsToDelete)
    .set({ tries: sql`${cardsToDelete.tries} + 1`, nextTryAt: NEXT_TRY })
    .where(inArray(cardsToDelete.providerToken, due))
    .returning({ token: cardsToDelete.providerToken, tries: cardsToDelete.tries });
}
