/** What is written for a user, one after the other, and nothing for one who has left. */
import { eq } from 'drizzle-orm';
import { emailOfDeleted } from '../account/deleted.ts';
import { Failure } from '../api/failure.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema.ts';

/** The session of a call has ended, or never was. */
export const noSession = () => new Failure(401, 'INVALID_TOKEN');

/**
 * Locks a user's row until the end of the transaction, before whatever else of theirs is locked. Rows that only refer to
 * it are still written meanwhile.
 * @returns the row as it is now, or undefined where the account was deleted
 */
export async function lockUser(tx: Db, userId: number) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  return user?.email === emailOfDeleted(userId) ? undefined : user;
}

/**
 * Writes with the user's row locked, and as it then is: of two at once the second sees what the first did. 401, as of a
 * session that has ended, where the account was deleted since the call began.
 */
export function inTurn<T>(
  db: Db,
  userId: number,
  write: (tx: Db, user: typeof users.$inferSelect) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw noSession();
    return write(tx, user);
  });
}
