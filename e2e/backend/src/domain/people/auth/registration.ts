import { calls } from '@shared/contract';
import { safeReturnPath } from '@shared/contract/safe-return-path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { webAppUrl } from '../../../platform/api/origins.ts';
import { route } from '../../../platform/api/route.ts';
import { wait } from '../../../platform/clock.ts';
import { type BrandRow, type UserRow, users } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { clientOf } from '../../../platform/limits/client-address.ts';
import type { PeopleContext } from '../context.ts';
import { sendMail } from '../mails/send-mail.ts';
import { confirmationMail } from '../mails/templates.ts';
import { checkPassword, readEmail, readName } from './account-rules.ts';
import { storeMailToken } from './mail-tokens.ts';
import { brandOf, setCaller } from './session.ts';
import { makeToken } from './tokens.ts';

/** Maximum time that a registration waits for the mail server, in ms. */
const MAIL_WAIT_MS = 3_000;

/** Creates accounts, which can log in at once, before their e-mail is confirmed. */
export function registerRegistration(app: FastifyInstance, context: PeopleContext): void {
  const { db, now } = context;

  route(app, calls.register, async ({ body, query, request }) => {
    const brand = await brandOf(context, request, query.app_id);
    const account = { brandId: brand.id, name: readName(body.name), email: readEmail(body.email) };
    checkPassword(body.password);
    const passwordHash = await context.passwords.hash(body.password, clientOf(request.ip));
    // The unique index rejects all but one of several concurrent requests.
    const [user] = await db
      .insert(users)
      .values({ ...account, passwordHash, createdAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!user) throw new Failure(409, 'EMAIL_TAKEN');
    setCaller(request, user.id);
    const returnPath = safeReturnPath(query.return_to ?? '', brand.slug);
    const confirmationSent = await sendConfirmation(context, user, brand, request, returnPath);
    return { email: user.email, confirmationSent };
  });
}

/**
 * Mails a new account the link that confirms its e-mail. Returns false if the mail couldn't be sent, or
 * if the mail server hasn't accepted it in time.
 */
export async function sendConfirmation(
  context: Pick<PeopleContext, 'clock' | 'db' | 'log' | 'mailer' | 'now' | 'options' | 'randomness'>,
  user: UserRow,
  brand: BrandRow,
  request: FastifyRequest,
  returnPath?: string,
) {
  const { clock, db, now, randomness } = context;
  const token = makeToken(randomness);
  await storeMailToken(db, { userId: user.id, purpose: 'confirm', token, returnPath }, now());
  const link = `${webAppUrl(context, request)}/v1/confirm/${brand.slug}/#${token}`;
  // The account exists whether or not the mail arrives, so don't wait long.
  const sent = sendMail(context, brand.id, confirmationMail(user, brand, link)).catch((err: unknown) => {
    context.log[err instanceof Failure ? 'warn' : 'error']({ err }, 'could not send a confirmation');
    return false;
  });
  return Promise.race([sent, wait(clock, MAIL_WAIT_MS).then(() => false)]);
}
