import type { Db } from '../../../platform/database/database.ts';
import { and, eq, inArray } from '../../../platform/database/orm.ts';
import { authTokens, brands, users } from '../../../platform/database/schema.ts';
import { parseEmail } from './account-rules.ts';

/**
 * Ends all sessions of the accounts with an e-mail address, or of one brand's account. Their live
 * sockets close within a minute.
 * @returns how many sessions ended, or undefined if there is no such account
 */
export async function endSessions(db: Db, email: string, brandSlug?: string): Promise<number | undefined> {
  const accounts = await db
    .select({ id: users.id })
    .from(users)
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(
      and(
        eq(users.email, parseEmail(email) ?? ''),
        brandSlug === undefined ? undefined : eq(brands.slug, brandSlug),
      ),
    );
  if (accounts.length === 0) return undefined;
  const ids = accounts.map(({ id }) => id);
  const ended = await db.delete(authTokens).where(inArray(authTokens.userId, ids)).returning();
  return ended.length;
}
