/** `POST /GuestAccount`: the user of a guest's charge becomes an account, and keeps its receipt. */
import type { calls } from '@shared/contract';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, guestCharges, users } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { clientOf } from '../../platform/limits/client-address.ts';
import { checkPassword, readEmail, readName } from '../people/auth/account-rules.ts';
import { sendConfirmation } from '../people/auth/registration.ts';
import { userView } from '../people/auth/routes.ts';
import { type SessionUser, sessionHashOf } from '../people/auth/session.ts';
import { issueToken, revokeTokens } from '../people/auth/tokens.ts';
import { withSessionLock } from '../people/auth/user-lock.ts';
import type { GuestsContext } from './context.ts';

/**
 * Ends the guest's session and begins one of the account.
 * @throws 404 for an account, 409 if the e-mail has one, or until the charge is over
 */
export async function createGuestAccount(
  context: GuestsContext,
  user: SessionUser,
  given: z.output<typeof calls.register.body>,
  request: FastifyRequest,
): Promise<z.input<typeof calls.login.response>> {
  const { bus, db, now, passwords } = context;
  const { brandId } = user;
  if (!user.isGuest) throw notFound('GUEST_CHARGE');
  const account = { name: readName(given.name), email: readEmail(given.email) };
  checkPassword(given.password);
  const passwordHash = await passwords.hash(given.password, clientOf(request.ip));
  const created = await withSessionLock(db, user.id, sessionHashOf(request), async (tx) => {
    const isOwn = eq(guestCharges.userId, user.id);
    const [guest] = await tx.select().from(guestCharges).where(isOwn);
    if (!guest?.closedAt) throw new Failure(409, 'GUEST_CHARGING');
    // Claims the e-mail: the unique index rejects all but one of several concurrent requests.
    const [claim] = await tx
      .insert(users)
      .values({ brandId, ...account })
      .onConflictDoNothing()
      .returning();
    if (!claim) throw new Failure(409, 'EMAIL_TAKEN');
    await tx.delete(users).where(eq(users.id, claim.id));
    const changes = { ...account, passwordHash, isGuest: false };
    const changed = one(await tx.update(users).set(changes).where(eq(users.id, user.id)).returning());
    await tx.update(guestCharges).set({ email: null }).where(isOwn);
    await revokeTokens(tx, user.id);
    return { user: changed, token: await issueToken({ ...context, db: tx }, user.id, now()) };
  });
  await bus.publish({ kind: 'sessionsEnded', userId: user.id });
  const brand = one(await db.select().from(brands).where(eq(brands.id, brandId)));
  await sendConfirmation(context, created.user, brand, request);
  return { token: created.token, user: userView(created.user) };
}
