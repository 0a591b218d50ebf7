import { tidyEmail } from '@shared/brazil';
import { calls } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { notFound, tooManyTries } from '../api/failure.ts';
import { route } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { users } from '../db/schema.ts';
import { isPassword } from './passwords.ts';
import { brandOf, requireUser, type SessionUser } from './session.ts';
import { issueToken } from './tokens.ts';
import { createTryLimit } from './try-limit.ts';

/** Wrong passwords a minute for one account, and from one address. */
const TRIES_PER_ACCOUNT = 10;
const TRIES_PER_ADDRESS = 60;

/** Login and the profile. */
export function registerAuthRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db, now } = context;
  const byAccount = createTryLimit(TRIES_PER_ACCOUNT, now);
  const byAddress = createTryLimit(TRIES_PER_ADDRESS, now);

  route(app, calls.login, async ({ body, request }) => {
    const brand = await brandOf(context, request);
    const email = tidyEmail(body.email);
    const account = `${brand.id}:${email}`;
    if (!byAccount.take(account) || !byAddress.take(request.ip)) throw tooManyTries();
    const [user] = await db
      .select()
      .from(users)
      .where(and(eq(users.brandId, brand.id), eq(users.email, email)));
    const right = await isPassword(body.password, user?.passwordHash);
    // The same for an unknown e-mail and a wrong password (specification, section 8).
    if (!user || !right) throw notFound('USER');
    byAccount.giveBack(account);
    byAddress.giveBack(request.ip);
    return { token: await issueToken(db, user.id, now()), user: userView(user) };
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
