/** A password changed by who knows it. */
import { and, eq, ne } from 'drizzle-orm';
import { Failure } from '../api/failure.ts';
import { inTurn } from '../auth/in-turn.ts';
import { dropMailToken } from '../auth/mail-tokens.ts';
import { checkPassword } from '../auth/password-rules.ts';
import type { SessionUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { authTokens, users } from '../db/schema.ts';

/**
 * Changes a password, ends the user's other sessions, and makes a mail's link to a new password worth nothing. An account
 * without a password needs no old one: the server decides that, not the route (decisions, section 4). 400 where the old
 * one is wrong.
 * @param tokenHash of the session that asks; it goes on
 */
export async function changePassword(
  { db, passwords }: Pick<BackendContext, 'db' | 'passwords'>,
  user: SessionUser,
  tokenHash: string,
  sent: { oldPassword?: string | undefined; newPassword: string },
): Promise<void> {
  checkPassword(sent.newPassword, user);
  await checkOld(user.passwordHash);
  const passwordHash = await passwords.hash(sent.newPassword);
  await inTurn(db, user.id, async (tx, current) => {
    // Reset or only hashed anew while the old password was looked at.
    if (current.passwordHash !== user.passwordHash) await checkOld(current.passwordHash);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
    await dropMailToken(tx, user.id, 'reset');
    await tx.delete(authTokens).where(and(eq(authTokens.userId, user.id), ne(authTokens.hash, tokenHash)));
  });

  async function checkOld(stored: string | null) {
    if (stored !== null && !(await passwords.isRight(sent.oldPassword ?? '', stored)))
      throw new Failure(400, 'INCORRECT_PASSWORD', 'Error: Incorrect password.');
  }
}
