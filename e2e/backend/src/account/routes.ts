import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../api/failure.ts';
import { clientOf } from '../auth/network.ts';
import { bearerOf } from '../auth/session.ts';
import { hashOf } from '../auth/tokens.ts';
import { userRoute } from '../auth/user-route.ts';
import type { BackendContext } from '../context.ts';
import { sendNotice } from '../mail/send-notice.ts';
import { accountDeletedMail, passwordChangedMail } from '../mail/templates.ts';
import { cancelOpenPix } from '../payment/cancel-open-pix.ts';
import { deleteCardsAtProvider } from '../payment/delete-cards-at-provider.ts';
import { waitBriefly } from '../time-limit.ts';
import { deleteAccount } from './deletion.ts';
import { changePassword } from './password.ts';
import { changeProfile } from './profile.ts';

export function registerAccountRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db, bus, now } = context;
  const notYours = () => new Failure(403, 'NOT_YOURS');

  userRoute(app, context, calls.changeProfile, async ({ body, reply, user }) => {
    if (body.id !== String(user.id)) throw notYours();
    await changeProfile(db, user, body, now());
    reply.status(204);
  });

  userRoute(app, context, calls.changePassword, async ({ body, request, user }) => {
    await changePassword(context, user, hashOf(bearerOf(request) ?? ''), body, clientOf(request.ip));
    await bus.publish({ kind: 'sessionsEnded', userId: user.id });
    await sendNotice(context, user, passwordChangedMail);
    return {};
  });

  userRoute(app, context, calls.deleteUser, async ({ params, request, user }) => {
    if (params.userId !== String(user.id)) throw notYours();
    await deleteAccount(db, user.id);
    await bus.publish({ kind: 'sessionsEnded', userId: user.id, asker: hashOf(bearerOf(request) ?? '') });
    await sendNotice(context, user, accountDeletedMail);
    await waitBriefly(Promise.all([deleteCardsAtProvider(context), cancelOpenPix(context, user.id)]));
    return {};
  });
}
