import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { waitBriefly } from '../../platform/time-limit.ts';
import type { MoneyContext } from '../money/context.ts';
import { cancelOpenPix } from '../money/payment/cancel-open-pix.ts';
import { deleteCardsAtProvider } from '../money/payment/delete-cards-at-provider.ts';
import { sessionHashOf } from '../people/auth/session.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { sendNotice } from '../people/mails/send-mail.ts';
import { accountDeletedMail } from '../people/mails/templates.ts';
import { deleteAccount } from './delete-account.ts';

export function registerAccountDeletion(app: FastifyInstance, context: MoneyContext): void {
  const { db, bus, clock } = context;
  userRoute(app, context, calls.deleteUser, async ({ params, request, user }) => {
    if (params.userId !== String(user.id)) throw new Failure(403, 'NOT_YOURS');
    await deleteAccount(db, user.id);
    await bus.publish({ kind: 'sessionsEnded', userId: user.id, asker: sessionHashOf(request) });
    await sendNotice(context, user, accountDeletedMail);
    await waitBriefly(clock, Promise.all([deleteCardsAtProvider(context), cancelOpenPix(context, user.id)]));
    return {};
  });
}
