import { calls, DAILY_LIMIT_CODES } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../api/failure.ts';
import { idempotencyKeyOf } from '../api/idempotent-write.ts';
import { createRateLimit } from '../api/rate-limit.ts';
import { idOf } from '../api/route.ts';
import { networkOf } from '../auth/network.ts';
import { userRoute } from '../auth/user-route.ts';
import type { BackendContext } from '../context.ts';
import { DAY_MS } from '../time.ts';
import { deleteCard, findCard, findCards, makeDefault, saveCard } from './cards.ts';
import { deleteCardsAtProvider } from './delete-cards-at-provider.ts';
import { topUpWallet } from './top-up.ts';
import { waitBriefly } from './with-timeout.ts';

/** Maximum number of script errors that are logged per user and minute. */
const TOKEN_ERROR_LIMIT = 20;
const MAX_LOGGED_LENGTH = 200;
/** Daily limit of new cards per network: stolen cards could be tested with many accounts. */
const MAX_CARDS_PER_NETWORK = 300;

/** Registers saved cards and top-ups. Those of another user return 404. */
export function registerPaymentRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db } = context;
  const networkCardLimit = createRateLimit(context, {
    name: 'day-new-cards-network',
    limit: MAX_CARDS_PER_NETWORK,
    windowMs: DAY_MS,
  });
  const tokenErrorLimit = createRateLimit(context, { name: 'token-error', limit: TOKEN_ERROR_LIMIT });

  function requireProvider() {
    if (!context.payment) throw new Failure(409, 'PAYMENT_UNAVAILABLE', 'No payment provider is configured');
    return context.payment;
  }

  userRoute(app, context, calls.paymentMethods, async ({ user }) => findCards(db, user.id));

  userRoute(app, context, calls.paymentMethod, async ({ params, user }) =>
    findCard(db, user.id, idOf(params.id)),
  );

  userRoute(app, context, calls.addPaymentMethod, async ({ body, request, reply, user }) => {
    if (!(await networkCardLimit.take(networkOf(request.ip))))
      throw new Failure(429, DAILY_LIMIT_CODES.newCards);
    const card = await saveCard(context, requireProvider(), user.id, body);
    reply.status(201);
    return card;
  });

  userRoute(app, context, calls.deletePaymentMethod, async ({ params, user }) => {
    await deleteCard(db, user.id, idOf(params.id));
    await waitBriefly(deleteCardsAtProvider(context));
    return {};
  });

  userRoute(app, context, calls.makeDefaultPaymentMethod, async ({ params, reply, user }) => {
    await makeDefault(db, user.id, idOf(params.id));
    reply.status(204);
  });

  userRoute(app, context, calls.topUp, async ({ body, request, user }) =>
    topUpWallet(context, user, body, idempotencyKeyOf(request)),
  );

  /** Logs code and message of the provider's error, and nothing else. */
  userRoute(app, context, calls.reportTokenError, async ({ body, request, user }) => {
    const { code, message } = body;
    if (await tokenErrorLimit.take(String(user.id)))
      request.log.warn({ code: sanitize(code), message: sanitize(message) }, 'card token refused');
    return {};
  });
}

/** Shortens a text and removes digits that may be a card's. */
const sanitize = (text: string | undefined) =>
  text?.slice(0, MAX_LOGGED_LENGTH).replace(/\d(?:[ .-]?\d){2,}/g, '…');
