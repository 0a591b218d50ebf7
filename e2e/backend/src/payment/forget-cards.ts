/** Cards that aren't kept here any more: the provider lets go of them too, however often it has to be asked. */
import { and, asc, eq, inArray, lte, notExists, sql } from 'drizzle-orm';
import type { BackendContext } from '../context.ts';
import type { Db } from '../db/database.ts';
import { cardsToForget, paymentMethods } from '../db/schema.ts';
import { inRounds } from './in-rounds.ts';
import { inTime } from './in-time.ts';

const ROUND_MS = 60_000;
/** The provider is asked for so many cards at once. */
const AT_ONCE = 20;
/** Each pause is twice as long as the one before, until they are 17 hours. */
const NEXT_TRY = sql`now() + interval '1 minute' * power(2, least(${cardsToForget.tries}, 10))`;

type Context = Pick<BackendContext, 'db' | 'payment' | 'log'>;

/** Notes cards to let go of: in the transaction that removes them here, so that none is lost with a process. */
export async function listToForget(tx: Db, providerTokens: string[]): Promise<void> {
  if (providerTokens.length === 0) return;
  const rows = providerTokens.map((providerToken) => ({ providerToken }));
  await tx.insert(cardsToForget).values(rows).onConflictDoNothing();
}

/** Works the list off as far as it is due, the newest first. What fails stays on it, and is the log's to tell. */
export async function forgetCards({ db, payment, log }: Context): Promise<void> {
  if (!payment) return;
  const forget = async (token: string) => {
    await payment.forgetCard(token);
    await db.delete(cardsToForget).where(eq(cardsToForget.providerToken, token));
  };
  const due = await takeDue(db).catch((error: unknown) => {
    log.error({ err: error }, 'which cards are to be forgotten');
    return [];
  });
  await Promise.all(
    due.map(({ token, tries }) =>
      inTime(forget(token)).catch((error: unknown) =>
        // Whoever reads the log doesn't get to know what cards are charged by.
        log.error(
          { tries, reason: String(error).replaceAll(token, '…') },
          'a deleted card is still at the provider',
        ),
      ),
    ),
  );
}

/**
 * Puts off the next try of what is due before there is one: it comes whatever becomes of this one, and no other instance
 * asks meanwhile. A card that is saved after all, or by somebody else as well, waits until it isn't any more.
 */
function takeDue(db: Db) {
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

/** Works the list off at once and then again and again. */
export const keepForgetting = (context: Context) => inRounds(() => forgetCards(context), ROUND_MS);
