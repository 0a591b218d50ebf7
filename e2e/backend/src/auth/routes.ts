import { calls } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound, tooManyTries } from '../api/failure.ts';
import { createRateLimit } from '../api/rate-limit.ts';
import { route } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { users } from '../db/schema.ts';
import { publishSessionsEnded } from '../live/publish.ts';
import { emailOf } from './account-rules.ts';
import { lockUser } from './in-turn.ts';
import { networkOf } from './network.ts';
import { bearerOf, brandOf, requireUser, type SessionUser, setCaller } from './session.ts';
import { issueToken, revokeToken } from './tokens.ts';

/**
 * Wrong passwords a minute: from one address, from one address at one account, and at one account from wherever. The
 * last is far beyond the second, so that no address alone keeps an account's owner out.
 */
const TRIES_PER_ADDRESS = 60;
const TRIES_AT_ACCOUNT = 10;
const TRIES_PER_ACCOUNT = 100;

/** Login, logout and the profile. */
export function registerAuthRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db, now, passwords } = context;
  const byAddress = createRateLimit(context, { name: 'login-network', limit: TRIES_PER_ADDRESS });
  const byBoth = createRateLimit(context, { name: 'login-network-account', limit: TRIES_AT_ACCOUNT });
  const byAccount = createRateLimit(context, { name: 'login-account', limit: TRIES_PER_ACCOUNT });

  route(app, calls.login, async ({ body, request }) => {
    const brand = await brandOf(context, request);
    // One limit after the other: what an earlier one refuses counts for no later one.
    const address = networkOf(request.ip);
    if (!(await byAddress.take(address))) throw tooManyTries();
    const email = emailOf(body.email);
    if (email === undefined) throw notFound('USER');
    const account = `${brand.id}:${email}`;
    const both = `${address} ${account}`;
    if (!(await byBoth.take(both)) || !(await byAccount.take(account))) throw tooManyTries();
    const giveBack = async () => {
      await byAddress.giveBack(address);
      await byBoth.giveBack(both);
      await byAccount.giveBack(account);
    };
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.brandId, brand.id), eq(users.email, email)));
    const right = await passwords.isRight(body.password, user?.passwordHash).catch(async (error) => {
      // Nothing was tried: the server is too busy to check a password.
      await giveBack();
      throw error;
    });
    // The same for an unknown e-mail and a wrong password (specification, section 8).
    if (!user || !right) throw notFound('USER');
    const token = await db.transaction(async (tx) => {
      const current = (await lockUser(tx, user.id))?.passwordHash;
      // Deleted, reset or only hashed anew while the password was looked at.
      if (current !== user.passwordHash && !(await passwords.isRight(body.password, current)))
        throw notFound('USER');
      return issueToken(tx, user.id, now());
    });
    setCaller(request, user.id);
    await giveBack();
    if (user.passwordHash && passwords.isCheap(user.passwordHash))
      await hashAnew(user, body.password).catch((err) =>
        // The login is done; the next one tries again.
        request.log.warn({ err }, 'a password was not hashed at the present cost'),
      );
    return { token, user: userView(user) };
  });

  /** With what a hash takes today, unless the password was changed meanwhile. */
  async function hashAnew({ id, passwordHash }: SessionUser, password: string) {
    const isSame = and(eq(users.id, id), eq(users.passwordHash, passwordHash ?? ''));
    await db
      .update(users)
      .set({ passwordHash: await passwords.hash(password) })
      .where(isSame);
  }

  // 204 for an unknown token as well, so that a repeated logout succeeds.
  route(app, calls.logout, async ({ request, reply }) => {
    const token = bearerOf(request);
    const userId = token && (await revokeToken(db, token));
    if (userId) await publishSessionsEnded(context, userId);
    reply.status(204);
  });

  route(app, calls.userProfile, async ({ request }) => userView(await requireUser(context, request)));
}

const userView = (user: SessionUser) => ({
  id: user.id,
  name: user.name,
  email: user.email,
  phoneNumber: user.phone,
  cpf: user.cpf,
  birthdate: user.birthdate,
  hasPassword: user.passwordHash !== null,
});
