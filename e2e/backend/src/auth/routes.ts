import { calls } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Failure, notFound } from '../api/failure.ts';
import { route } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { pushTokens, users } from '../db/schema.ts';
import { isPassword } from './passwords.ts';
import { brandOf, requireUser, type SessionUser } from './session.ts';
import { issueToken } from './tokens.ts';
import { createTryLimit } from './try-limit.ts';

/** Wrong passwords a minute for one account, and from one address. */
const TRIES_PER_ACCOUNT = 10;
const TRIES_PER_ADDRESS = 60;

/** Login, the profile, and push tokens. */
export function registerAuthRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db, now } = context;
  const byAccount = createTryLimit(TRIES_PER_ACCOUNT, now);
  const byAddress = createTryLimit(TRIES_PER_ADDRESS, now);

  route(app, calls.login, async ({ body, request }) => {
    const brand = await brandOf(context, request);
    const email = body.email.trim().toLowerCase();
    const account = `${brand.id}:${email}`;
    if (byAccount.isOver(account) || byAddress.isOver(request.ip)) throw new Failure(429, 'TOO_MANY_TRIES');
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.brandId, brand.id), eq(users.email, email)));
    const right = await isPassword(body.password, user?.passwordHash);
    if (!user || !right) {
      byAccount.failed(account);
      byAddress.failed(request.ip);
      // The same for an unknown e-mail and a wrong password (specification, section 8).
      throw notFound('USER');
    }
    return { token: await issueToken(db, user.id, now()), user: userView(user) };
  });

  route(app, calls.userProfile, async ({ request }) => userView(await requireUser(context, request)));

  route(app, calls.addPushToken, async ({ body, request, reply }) => {
    const user = await requireUser(context, request);
    const registration = {
      userId: user.id,
      platform: body.Platform,
      appVersion: body.AppVersion,
      isLoggedIn: body.IsLoggedIn,
      updatedAt: now(),
    };
    await db
      .insert(pushTokens)
      .values({ token: body.PushToken, ...registration })
      .onConflictDoUpdate({ target: pushTokens.token, set: registration });
    reply.status(204);
  });

  route(app, calls.removePushToken, async ({ params, request, reply }) => {
    const user = await requireUser(context, request);
    await db
      .delete(pushTokens)
      .where(and(eq(pushTokens.token, params.pushToken), eq(pushTokens.userId, user.id)));
    reply.status(204);
  });
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
