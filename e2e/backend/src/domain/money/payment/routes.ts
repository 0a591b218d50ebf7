import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../../../platform/api/idempotent-write.ts';
import { idOf } from '../../../platform/api/route.ts';
import { Failure } from '../../../platform/failure.ts';
import { waitBriefly } from '../../../platform/time-limit.ts';
import { userRoute } from '../../people/auth/user-route.ts';
import type { MoneyContext } from '../context.ts';
import { deleteCard, findCard, findCards, makeDefault, saveCard } from './cards.ts';
import { deleteCardsAtProvider } from './delete-cards-at-provider.ts';
import { portsOfUser } from './payments.ts';
import { topUpWallet } from './top-up.ts';

const MAX_LOGGED_LENGTH = 200;

/** Registers saved cards and top-ups. Those of another user return 404. */
export function registerPaymentRoutes(app: FastifyInstance, context: MoneyContext): void {
  const { db } = context;

  userRoute(app, context, calls.paymentMethods, async ({ user }) => findCards(db, user.id));

  userRoute(app, context, calls.paymentMethod, async ({ params, user }) =>
    findCard(db, user.id, idOf(params.id)),
  );

  userRoute(app, context, calls.addPaymentMethod, async ({ body, reply, user }) => {
    const { cards } = await portsOfUser(context, user.id);
    if (!cards) throw new Failure(409, 'PAYMENT_UNAVAILABLE', 'No payment provider is configured');
    const payer = { userId: user.id, name: user.name, email: user.email };
    reply.status(201);
    return saveCard(context, cards, payer, body);
  });

  userRoute(app, context, calls.deletePaymentMethod, async ({ params, user }) => {
    await deleteCard(db, user.id, idOf(params.id));
    await waitBriefly(context.clock, deleteCardsAtProvider(context));
    return {};
  });

  userRoute(app, context, calls.makeDefaultPaymentMethod, async ({ params, user }) => {
    await makeDefault(db, user.id, idOf(params.id));
  });

  userRoute(app, context, calls.topUp, async ({ body, request, user }) =>
    topUpWallet(context, user, body, idempotencyKeyOf(request, context.randomness)),
  );

  /** Logs code and message of the provider's error, and nothing else. */
  userRoute(app, context, calls.reportTokenError, async ({ body, request }) => {
    const { code, message } = body;
    request.log.warn({ code: sanitize(code), message: sanitize(message) }, 'card token refused');
    return {};
  });
}

/** Shortens a text and removes digits that may be a card's. */
const sanitize = (text: string | undefined) =>
  text?.slice(0, MAX_LOGGED_LENGTH).replace(/\d(?:[ .-]?\d){2,}/g, '…');
