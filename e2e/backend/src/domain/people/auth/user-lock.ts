/** Serializes the writes of a user and refuses those that follow the account's deletion. */

import type { Db } from '../../../platform/database/database.ts';
import { eq, sql } from '../../../platform/database/orm.ts';
import { prepareOnce } from '../../../platform/database/prepare-once.ts';
import { authTokens, type UserRow, users } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { emailOfDeleted } from './deleted.ts';

/** Error for a call with a session that has ended or never existed. */
export const noSession = () => new Failure(401, 'INVALID_TOKEN');

const lockStatement = prepareOnce((db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .for('no key update')
    .prepare('lock_user'),
);

/**
 * Locks a user's row until the end of the transaction. Must precede locks on other rows of the
 * user. Writes of rows that only reference it aren't blocked.
 * @returns the current row, or undefined if the account was deleted
 */
export async function lockUser(tx: Db, userId: number) {
  const [user] = await lockStatement(tx).execute({ userId });
  return user?.email === emailOfDeleted(userId) ? undefined : user;
}

/**
 * Runs a write with the user's row locked and passes it the current row, so that the second of two
 * concurrent writes sees what the first one did.
 * @throws 401, as for an ended session, if the account was deleted since the call began
 */
export function withUserLock<T>(db: Db, userId: number, write: (tx: Db, user: UserRow) => Promise<T>) {
  return db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user) throw noSession();
    return write(tx, user);
  });
}

/**
 * Like `withUserLock`, for what would benefit the holder of an ended session.
 * @throws 401 also if the session has ended since the call began
 */
export function withSessionLock<T>(
  db: Db,
  userId: number,
  sessionHash: string,
  write: (tx: Db, user: UserRow) => Promise<T>,
) {
  return withUserLock(db, userId, async (tx, user) => {
    await lockSession(tx, sessionHash);
    return write(tx, user);
  });
}

/**
 * Keeps a session from being deleted until the end of the transaction.
 * @throws 401 if it has ended since the call began
 */
export async function lockSession(tx: Db, hash: string): Promise<void> {
  const isThis = eq(authTokens.hash, hash);
  const [session] = await tx
    .select({ hash: authTokens.hash })
    .from(authTokens)
    .where(isThis)
    .for('key share');
  if (!session) throw noSession();
}
