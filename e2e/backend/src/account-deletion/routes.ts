import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../api/failure.ts';
import { bearerOf } from '../auth/session.ts';
import { hashOf } from '../auth/tokens.ts';
import { userRoute } from '../auth/user-route.ts';
import type { BackendContext } from '../context.ts';
import { sendNotice } from '../mail/send-notice.ts';
import { accountDeletedMail } from '../mail/templates.ts';
import { cancelOpenPix } from '../payment/cancel-open-pix.ts';
import { deleteCardsAtProvider } from '../payment/delete-cards-at-provider.ts';
import { waitBriefly } from '../time-limit.ts';
import { deleteAccount } from './delete-account.ts';

export function registerAccountDeletion(app: FastifyInstance, context: BackendContext): void {
  const { db, bus } = context;
  userRoute(app, context, calls.deleteUser, async ({ params, request, user }) => {
    if (params.userId !== String(user.id)) throw new Failure(403, 'NOT_YOURS');
    await deleteAccount(db, user.id);
    await bus.publish({ kind: 'sessionsEnded', userId: user.id, asker: hashOf(bearerOf(request) ?? '') });
    await sendNotice(context, user, accountDeletedMail);
    await waitBriefly(Promise.all([deleteCardsAtProvider(context), cancelOpenPix(context, user.id)]));
    return {};
  });
}
