/** The placeholder e-mail address that marks the row of a deleted account. */

import type { Db } from '../../../platform/database/database.ts';
import { type Column, eq, type SQL, sql } from '../../../platform/database/orm.ts';
import { users } from '../../../platform/database/schema.ts';

/** Unique and invalid, so that it can't be used to log in and the real address is free again. */
export const emailOfDeleted = (userId: number) => `deleted:${userId}`;

/** Matches rows of accounts that weren't deleted, in a table with the column `userId`. */
export const isNotDeleted = (userId: Column): SQL =>
  sql`not exists (select from ${users} where ${users.id} = ${userId} and ${users.email} = 'deleted:' || ${userId})`;

/** Returns whether an account was deleted; stable while the user's wallet is locked. */
export async function isDeleted(db: Db, userId: number): Promise<boolean> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email === emailOfDeleted(userId);
}
