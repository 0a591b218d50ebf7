/** The stand-in's endpoints, and those with which a sandbox user pays orders. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { IUGU_SCRIPT } from '@e2e/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { MoneyContext } from '../../domain/money/context.ts';
import { referenceOf } from '../../domain/money/payment/provider.ts';
import { settleOrder } from '../../domain/money/payment/settle-order.ts';
import { idOf, validated } from '../../platform/api/route.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { describeCard } from './card-token.ts';
import { expireNow, listOrders, orderOf } from './orders.ts';
import { setStandInState } from './stand-in.ts';
import { isUnanswered, tokenErrorsOf } from './test-cards.ts';

const TokenRequest = z.object({
  test: z.optional(z.boolean()),
  data: z.object({
    number: z.string().check(z.regex(/^\d{13,19}$/)),
    verification_value: z.string().check(z.regex(/^\d{3,4}$/)),
    first_name: z.string().check(z.maxLength(60)),
    last_name: z.string().check(z.maxLength(60)),
    month: z.string().check(z.regex(/^\d{1,2}$/)),
    year: z.string().check(z.regex(/^\d{4}$/)),
  }),
});

/** `endToEndId` identifies the payment; generated if absent. */
const Payment = z.object({
  state: z.optional(z.enum(['paid', 'canceled'])),
  endToEndId: z.optional(z.string().check(z.maxLength(40))),
});

/**
 * How long the card without a response keeps its request open, in ms. Browsers time out long
 * before.
 */
const HANG_MS = 120_000;

const ANY_ORIGIN = { 'access-control-allow-origin': '*' };

type ById = FastifyRequest<{ Params: { id: string } }>;

export function registerStandIn(app: FastifyInstance, context: MoneyContext): void {
  const { db } = context;
  const script = readFileSync(IUGU_SCRIPT);

  app.get('/sandbox/payment/provider.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' })
      .send(script),
  );

  // The script runs in a frame of opaque origin, so CORS allows it here, as a real provider does.
  app.options('/sandbox/payment/token', async (_request, reply) =>
    reply
      .status(204)
      .headers({ ...ANY_ORIGIN, 'access-control-allow-headers': 'content-type' })
      .send(),
  );

  /** Receives number and CVV, stores neither, and responds as the provider does. */
  app.post('/sandbox/payment/token', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(ANY_ORIGIN);
    const { data, test } = validated(TokenRequest, request.body);
    if (isUnanswered(data.number)) {
      const timer = setTimeout(() => reply.raw.destroy(), HANG_MS);
      reply.raw.once('close', () => clearTimeout(timer));
      return reply.hijack();
    }
    const errors = tokenErrorsOf(data.number);
    if (errors) return reply.status(422).send({ errors });
    const { token, displayNumber, holderName, month, year } = describeCard(data);
    const extra_info = { display_number: displayNumber, holder_name: holderName, month, year };
    return reply.send({ id: token, method: 'credit_card', test: test ?? false, extra_info });
  });

  app.get('/sandbox/api/orders', () => listOrders(context));

  /** Pays an order, even late or twice, or cancels it. Refuses to pay one canceled here. */
  app.post('/sandbox/api/orders/:id/pay', async (request: ById) => {
    const order = await requireOrder(request);
    const { state = 'paid', endToEndId = randomUUID() } = validated(Payment, request.body ?? {});
    const outcome = await setStandInState(db, referenceOf(order.id), state, endToEndId);
    if (outcome.state === 'canceled' && state === 'paid') throw new Failure(409, 'ORDER_CANCELED');
    return { orderState: await settleOrder(context, order.id, outcome) };
  });

  app.post('/sandbox/api/orders/:id/expire', async (request: ById) => {
    await expireNow(context, await requireOrder(request));
    return {};
  });

  async function requireOrder({ params }: ById) {
    const order = await orderOf(db, idOf(params.id));
    if (!order) throw notFound('ORDER');
    return order;
  }
}
