import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/api/route.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { users } from '../../../platform/database/schema.ts';
import { notFound } from '../../../platform/failure.ts';
import { addressBlocksOf, clientOf } from '../../../platform/limits/client-address.ts';
import type { PeopleContext } from '../context.ts';
import { parseEmail } from './account-rules.ts';
import { bearerOf, brandOf, type SessionUser, setCaller } from './session.ts';
import { issueToken, revokeToken } from './tokens.ts';
import { lockUser } from './user-lock.ts';
import { userRoute } from './user-route.ts';

/** Registers login, logout and the profile. */
export function registerAuthRoutes(app: FastifyInstance, context: PeopleContext): void {
  const { db, now, passwords } = context;
  const { limits } = app;

  route(app, calls.login, async ({ body, request }) => {
    const brand = await brandOf(context, request);
    const email = parseEmail(body.email);
    if (email === undefined) throw notFound('USER');
    const account = `${brand.id}:${email}`;
    // Checked in order: a login that one limit refuses doesn't count for the next.
    const fromBlock = addressBlocksOf(request.ip).map((block) => `${block} ${account}`);
    await limits.take('wrongLoginsFromBlock', ...fromBlock);
    await limits.take('loginsAtAccount', account);
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.brandId, brand.id), eq(users.email, email)));
    const client = clientOf(request.ip);
    const isCorrect = await passwords
      .verify(body.password, user?.passwordHash, client)
      .catch(async (error) => {
        // No password was checked: the server is too busy.
        await limits.release('wrongLoginsFromBlock', ...fromBlock);
        await limits.release('loginsAtAccount', account);
        throw error;
      });
    // An unknown e-mail and a wrong password get the same response.
    if (!user || !isCorrect) throw notFound('USER');
    const token = await db.transaction(async (tx) => {
      const current = (await lockUser(tx, user.id))?.passwordHash;
      // The account was deleted, or its password reset or rehashed, during the check.
      if (current !== user.passwordHash && !(await passwords.verify(body.password, current, client)))
        throw notFound('USER');
      return issueToken({ ...context, db: tx }, user.id, now());
    });
    setCaller(request, user.id);
    await limits.release('wrongLoginsFromBlock', ...fromBlock);
    if (user.passwordHash && passwords.needsRehash(user.passwordHash))
      await rehash(user, body.password, client).catch((err) =>
        // The login has succeeded; the next one tries again.
        request.log.warn({ err }, 'could not rehash a password at the current cost'),
      );
    return { token, user: userView(user) };
  });

  /** Rehashes a password at the current cost, unless it was changed meanwhile. */
  async function rehash({ id, passwordHash }: SessionUser, password: string, client: string) {
    const isSame = and(eq(users.id, id), eq(users.passwordHash, passwordHash ?? ''));
    const rehashed = await passwords.hash(password, client);
    await db.update(users).set({ passwordHash: rehashed }).where(isSame);
  }

  // 204 for an unknown token as well, so that a repeated logout succeeds.
  route(app, calls.logout, async ({ request }) => {
    const token = bearerOf(request);
    const userId = token && (await revokeToken(db, token));
    if (userId) await context.bus.publish({ kind: 'sessionsEnded', userId });
  });

  userRoute(app, context, calls.userProfile, async ({ user }) => userView(user));
}

export const userView = (user: SessionUser) => ({
  id: user.id,
  name: user.name,
  email: user.isGuest ? '' : user.email,
  phoneNumber: user.phone,
  cpf: user.cpf,
  birthdate: user.birthdate,
  hasPassword: user.passwordHash !== null,
  groups: user.groups,
});
