import { calls, DAILY_LIMIT_CODES } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../api/answer-once.ts';
import { Failure } from '../api/failure.ts';
import { createRateLimit, DAY_MS } from '../api/rate-limit.ts';
import { route, wholeNumber } from '../api/route.ts';
import { networkOf } from '../auth/network.ts';
import { requireUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { deleteCard, findCard, findCards, makeDefault, saveCard } from './cards.ts';
import { forgetCards } from './forget-cards.ts';
import { forAMoment } from './in-time.ts';
import { topUpWallet } from './top-up.ts';

/** Errors of the provider's script that are logged in a minute for one user. */
const TOLD = 20;
const LONGEST_TOLD = 200;
/** New cards a day from one network: stolen ones could be tried out by many accounts. */
const CARDS_OF_NETWORK = 300;

/** Saved cards and top-ups: each user's own, and 404 for anyone else's. */
export function registerPaymentRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db } = context;
  const idOf = (id: string) => wholeNumber(id) ?? -1;
  const cardsOfNetwork = createRateLimit(context, {
    name: 'day-new-cards-network',
    limit: CARDS_OF_NETWORK,
    windowMs: DAY_MS,
  });
  const told = createRateLimit(context, { name: 'token-error', limit: TOLD });

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
    if (!(await cardsOfNetwork.take(networkOf(request.ip))))
      throw new Failure(429, DAILY_LIMIT_CODES.newCards);
    const card = await saveCard(context, providerOf(), user.id, body);
    reply.status(201);
    return card;
  });

  route(app, calls.deletePaymentMethod, async ({ params, request }) => {
    const user = await requireUser(context, request);
    await deleteCard(db, user.id, idOf(params.id));
    await forAMoment(forgetCards(context));
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

  /** Code and message of the provider's error, nothing else (decisions, section 4). */
  route(app, calls.reportTokenError, async ({ body, request }) => {
    const user = await requireUser(context, request);
    const { code, message } = body;
    if (await told.take(String(user.id)))
      request.log.warn({ code: tidied(code), message: tidied(message) }, 'card token refused');
    return {};
  });
}

/** Short, and without any digits that could be a card's. */
const tidied = (text: string | undefined) => text?.slice(0, LONGEST_TOLD).replace(/\d(?:[ .-]?\d){2,}/g, '…');
