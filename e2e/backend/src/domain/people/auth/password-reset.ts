/** Password reset: a mail with a token, and a new password in exchange for the token. */
import { calls } from '@shared/contract';
import { safeReturnPath } from '@shared/contract/safe-return-path';
import { pathsOf } from '@shared/router/paths';
import type { FastifyInstance } from 'fastify';
import { webAppUrl } from '../../../platform/api/origins.ts';
import { route } from '../../../platform/api/route.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { users } from '../../../platform/database/schema.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import { clientOf } from '../../../platform/limits/client-address.ts';
import type { PeopleContext } from '../context.ts';
import { sendMail, sendNotice } from '../mails/send-mail.ts';
import { passwordChangedMail, resetMail } from '../mails/templates.ts';
import { checkPassword, readEmail } from './account-rules.ts';
import { consumeMailToken, findMailToken, storeMailToken } from './mail-tokens.ts';
import { brandOf, setCaller } from './session.ts';
import { makeToken, revokeTokens } from './tokens.ts';
import { lockUser } from './user-lock.ts';

export function registerPasswordReset(app: FastifyInstance, context: PeopleContext): void {
  const { db, bus, now, passwords } = context;

  route(app, calls.requestReset, async ({ params, query, request }) => {
    const brand = await brandOf(context, request, query.app_id);
    const email = readEmail(params.email);
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.brandId, brand.id), eq(users.email, email)));
    if (!user) throw notFound('USER');
    const token = makeToken(context.randomness);
    const link = webAppUrl(context, request) + pathsOf(brand.slug).redefinePassword(token);
    const isSent = await sendMail(context, brand.id, resetMail(user, brand, link), true);
    if (!isSent) throw new Failure(503, 'MAIL_NOT_SENT');
    // Stored only now: a mail that could not be sent must not invalidate an earlier link.
    await db.transaction(async (tx) => {
      if (!(await lockUser(tx, user.id))) throw notFound('USER');
      const returnPath = safeReturnPath(query.return_to ?? '', brand.slug);
      await storeMailToken(tx, { userId: user.id, purpose: 'reset', token, returnPath }, now());
    });
    return {};
  });

  route(app, calls.resetPassword, async ({ body, request }) => {
    const found = await findMailToken(db, body.token, 'reset', now());
    // The call's brand isn't checked: a browser sends the brand that it used last.
    if (!found) throw tokenInvalid();
    const { user, returnPath } = found;
    setCaller(request, user.id);
    checkPassword(body.password);
    const passwordHash = await passwords.hash(body.password, clientOf(request.ip));
    await db.transaction(async (tx) => {
      // If the account was deleted, the token was deleted with it.
      const current = await lockUser(tx, user.id);
      if (!(await consumeMailToken(tx, body.token, 'reset', now()))) throw tokenInvalid();
      // Only the owner of the address receives the token, so it confirms the e-mail as well.
      const emailConfirmedAt = current?.emailConfirmedAt ?? now();
      await tx.update(users).set({ passwordHash, emailConfirmedAt }).where(eq(users.id, user.id));
      // Ends the sessions of anyone who knew the old password.
      await revokeTokens(tx, user.id);
    });
    await bus.publish({ kind: 'sessionsEnded', userId: user.id });
    await sendNotice(context, user, passwordChangedMail);
    return { returnTo: returnPath ?? undefined };
  });
}

const tokenInvalid = () => new Failure(400, 'TOKEN_INVALID');
