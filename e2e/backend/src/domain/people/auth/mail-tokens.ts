/** Tokens in mails: one for each user and purpose, stored as a hash. */

import type { Db } from '../../../platform/database/database.ts';
import { and, eq, gt } from '../../../platform/database/orm.ts';
import { mailTokens, users } from '../../../platform/database/schema.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../../platform/time.ts';
import { hashOf } from './tokens.ts';

type Purpose = (typeof mailTokens.$inferSelect)['purpose'];

type NewToken = Pick<typeof mailTokens.$inferInsert, 'userId' | 'purpose' | 'returnPath'> & { token: string };

/** Also stated in the mails: change both. */
const LIFETIME: Record<Purpose, number> = { confirm: 7 * DAY_MS, reset: HOUR_MS };

/**
 * Stores a token and replaces the user's previous one for the same purpose. `returnPath` is where the
 * app leads after the login that follows the mail's link.
 */
export async function storeMailToken(
  db: Db,
  { userId, purpose, token, returnPath = null }: NewToken,
  now: Date,
): Promise<void> {
  const fields = { hash: hashOf(token), expiresAt: addMs(now, LIFETIME[purpose]), returnPath };
  await db
    .insert(mailTokens)
    .values({ userId, purpose, ...fields })
    .onConflictDoUpdate({ target: [mailTokens.userId, mailTokens.purpose], set: fields });
}

const isToken = (token: string, purpose: Purpose, now: Date) =>
  and(eq(mailTokens.hash, hashOf(token)), eq(mailTokens.purpose, purpose), gt(mailTokens.expiresAt, now));

/** Returns a token's user and path, or undefined if it is unknown, used or expired. */
export async function findMailToken(db: Db, token: string, purpose: Purpose, now: Date) {
  const [found] = await db
    .select({ user: users, returnPath: mailTokens.returnPath })
    .from(mailTokens)
    .innerJoin(users, eq(users.id, mailTokens.userId))
    .where(isToken(token, purpose, now));
  return found;
}

/** Invalidates the user's token for a purpose, if there is one. */
export async function dropMailToken(db: Db, userId: number, purpose: Purpose): Promise<void> {
  await db.delete(mailTokens).where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose)));
}

/** Consumes a token. Returns false if it is invalid: only one of two concurrent uses succeeds. */
export async function consumeMailToken(db: Db, token: string, purpose: Purpose, now: Date): Promise<boolean> {
  const used = await db
    .delete(mailTokens)
    .where(isToken(token, purpose, now))
    .returning({ userId: mailTokens.userId });
  return used.length === 1;
}
