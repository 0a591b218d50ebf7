import type { Db } from '../../platform/database/database.ts';
import { and, eq, inArray, isNotNull, or } from '../../platform/database/orm.ts';
import { authTokens, users } from '../../platform/database/schema.ts';
import { demoEmails } from './people.ts';

/**
 * Keeps production from running with the demo's accounts, since their password is public.
 * @throws if the database has a usable demo login
 */
export async function refuseDemoLogins(db: Db): Promise<void> {
  const emails = Object.values(demoEmails);
  const [login] = await db
    .select({ email: users.email })
    .from(users)
    .leftJoin(authTokens, eq(authTokens.userId, users.id))
    .where(and(inArray(users.email, emails), or(isNotNull(users.passwordHash), isNotNull(authTokens.userId))))
    .limit(1);
  if (!login) return;
  throw new Error(
    `The database holds the demo login ${login.email}. Its password is public, so production doesn't start on it. ` +
      'Use an empty database, or remove the demo logins as .docs/configuration.md describes.',
  );
}
