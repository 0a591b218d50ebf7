import { calls, DAILY_LIMIT_CODES } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../api/failure.ts';
import { idempotencyKeyOf } from '../api/idempotent-write.ts';
import { createRateLimit, DAY_MS } from '../api/rate-limit.ts';
import { route, wholeNumber } from '../api/route.ts';
import { networkOf } from '../auth/network.ts';
import { requireUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { deleteCard, findCard, findCards, makeDefault, saveCard } from './cards.ts';
import { forgetCards } from './forget-cards.ts';
import { topUpWallet } from './top-up.ts';
import { waitBriefly } from './with-timeout.ts';

/** Maximum number of script errors that are logged per user and minute. */
const TOKEN_ERROR_LIMIT = 20;
const MAX_LOGGED_LENGTH = 200;
/** Daily limit of new cards per network: stolen ones could be tested with many accounts. */
const MAX_CARDS_PER_NETWORK = 300;

/** Registers saved cards and top-ups. Another user's are 404. */
export function registerPaymentRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db } = context;
  const idOf = (id: string) => wholeNumber(id) ?? -1;
  const networkCardLimit = createRateLimit(context, {
    name: 'day-new-cards-network',
    limit: MAX_CARDS_PER_NETWORK,
    windowMs: DAY_MS,
  });
  const tokenErrorLimit = createRateLimit(context, { name: 'token-error', limit: TOKEN_ERROR_LIMIT });

  function providerOf() {
    if (!context.payment) throw new Failure(409, 'PAYMENT_UNAVAILABLE', 'No payment provider is configured');
    return context.payment;
  }

  route(app, calls.paymentMethods, async ({ request }) => {
    const user = await requireUser(context, request);
    return findCards(db, user.id);
  });

  route(app, calls.paymentMethod, async ({ params, request }) => {
    const user = await requireUser(context, request);
    return findCard(db, user.id, idOf(params.id));
  });

  route(app, calls.addPaymentMethod, async ({ body, request, reply }) => {
    const user = await requireUser(context, request);
    if (!(await networkCardLimit.take(networkOf(request.ip))))
      throw new Failure(429, DAILY_LIMIT_CODES.newCards);
    const card = await saveCard(context, providerOf(), user.id, body);
    reply.status(201);
    return card;
  });

  route(app, calls.deletePaymentMethod, async ({ params, request }) => {
    const user = await requireUser(context, request);
    await deleteCard(db, user.id, idOf(params.id));
    await waitBriefly(forgetCards(context));
    return {};
  });

  route(app, calls.makeDefaultPaymentMethod, async ({ params, request, reply }) => {
    const user = await requireUser(context, request);
    await makeDefault(db, user.id, idOf(params.id));
    reply.status(204);
  });

  route(app, calls.topUp, async ({ body, request }) => {
    const user = await requireUser(context, request);
    return topUpWallet(context, user, body, idempotencyKeyOf(request));
  });

  /** Logs code and message of the provider's error, and nothing else. */
  route(app, calls.reportTokenError, async ({ body, request }) => {
    const user = await requireUser(context, request);
    const { code, message } = body;
    if (await tokenErrorLimit.take(String(user.id)))
      request.log.warn({ code: sanitize(code), message: sanitize(message) }, 'card token refused');
    return {};
  });
}

/** Shortens a text and removes digits that may be a card's. */
const sanitize = (text: string | undefined) =>
  text?.slice(0, MAX_LOGGED_LENGTH).replace(/\d(?:[ .-]?\d){2,}/g, '…');
