import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure, tooManyTries } from '../api/failure.ts';
import { createRateLimit } from '../api/rate-limit.ts';
import { route } from '../api/route.ts';
import { bearerOf, requireUser } from '../auth/session.ts';
import { hashOf } from '../auth/tokens.ts';
import type { BackendContext } from '../context.ts';
import { publishSessionsEnded } from '../live/publish.ts';
import { sendNotice } from '../mail/send-notice.ts';
import { accountDeletedMail, passwordChangedMail } from '../mail/templates.ts';
import { cancelOpenPix } from '../payment/cancel-open-pix.ts';
import { forgetCards } from '../payment/forget-cards.ts';
import { waitBriefly } from '../payment/with-timeout.ts';
import { deleteAccount } from './deletion.ts';
import { changePassword } from './password.ts';
import { changeProfile } from './profile.ts';

/** Wrong old passwords per minute and account. */
const TRIES = 10;

/** Registers the calls for the user's own account: profile, password, deletion. */
export function registerAccountRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db, now } = context;
  const tries = createRateLimit(context, { name: 'old-password', limit: TRIES });
  const notYours = () => new Failure(403, 'NOT_YOURS');

  route(app, calls.changeProfile, async ({ body, request, reply }) => {
    const user = await requireUser(context, request);
    if (body.id !== String(user.id)) throw notYours();
    await changeProfile(db, user, body, now());
    reply.status(204);
  });

  route(app, calls.changePassword, async ({ body, request }) => {
    const user = await requireUser(context, request);
    if (!(await tries.take(String(user.id)))) throw tooManyTries();
    await changePassword(context, user, hashOf(bearerOf(request) ?? ''), body);
    await tries.release(String(user.id));
    await publishSessionsEnded(context, user.id);
    await sendNotice(context, user, passwordChangedMail);
    return {};
  });

  route(app, calls.deleteUser, async ({ params, request }) => {
    const user = await requireUser(context, request);
    if (params.userId !== String(user.id)) throw notYours();
    await deleteAccount(db, user.id);
    await publishSessionsEnded(context, user.id, hashOf(bearerOf(request) ?? ''));
    await sendNotice(context, user, accountDeletedMail);
    await waitBriefly(Promise.all([forgetCards(context), cancelOpenPix(context, user.id)]));
    return {};
  });
}
