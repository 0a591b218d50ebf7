/** Password change by a logged-in user. */

import { and, eq, ne } from '../../../platform/database/orm.ts';
import { authTokens, users } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { checkPassword } from '../auth/account-rules.ts';
import { dropMailToken } from '../auth/mail-tokens.ts';
import type { SessionUser } from '../auth/session.ts';
import { lockSession, noSession, withUserLock } from '../auth/user-lock.ts';
import type { PeopleContext } from '../context.ts';

/**
 * Changes a password, ends the user's other sessions and invalidates a pending reset link.
 * The old password isn't checked if the account has none.
 * @param tokenHash of the calling session, which stays valid
 * @param client to which the work is attributed
 * @throws 400 if the new password breaks the rules or the old one is wrong; 401 if the session has
 * ended or the old password was removed since the call began
 */
export async function changePassword(
  { db, passwords }: Pick<PeopleContext, 'db' | 'passwords'>,
  user: SessionUser,
  tokenHash: string,
  sent: { oldPassword?: string | undefined; newPassword: string },
  client?: string,
): Promise<void> {
  checkPassword(sent.newPassword);
  await checkOld(user.passwordHash);
  const passwordHash = await passwords.hash(sent.newPassword, client);
  await withUserLock(db, user.id, async (tx, current) => {
    // The password may have been reset or rehashed while the old one was being checked.
    if (current.passwordHash !== user.passwordHash) {
      // Otherwise a stranger who had registered the e-mail could log in to its owner's account.
      if (current.passwordHash === null) throw noSession();
      await checkOld(current.passwordHash);
    }
    await lockSession(tx, tokenHash);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await dropMailToken(tx, user.id, 'reset');
    await tx.delete(authTokens).where(and(eq(authTokens.userId, user.id), ne(authTokens.hash, tokenHash)));
  });

  async function checkOld(stored: string | null) {
    if (stored !== null && !(await passwords.verify(sent.oldPassword ?? '', stored, client)))
      throw new Failure(400, 'INCORRECT_PASSWORD', 'Error: Incorrect password.');
  }
}
