/** What is left of an account that was deleted: a number. */
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema.ts';

/** Unique, and no address at all: nobody logs in with it, and the real one is free for a new account. */
export const emailOfDeleted = (userId: number) => `deleted:${userId}`;

/** Whether that account was deleted. In a transaction that has its wallet locked the answer stays true to its end. */
export async function isDeleted(db: Db, userId: number): Promise<boolean> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return user?.email === emailOfDeleted(userId);
}
