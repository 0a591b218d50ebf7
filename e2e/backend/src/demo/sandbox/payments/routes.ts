/** Endpoints with which a sandbox user acts as payer and bank, and the card script of the emulator. */
import { readFileSync } from 'node:fs';
import { IUGU_SCRIPT } from '@e2e/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MoneyContext } from '../../../domain/money/context.ts';
import { isPix, keyOf, portsOfUser } from '../../../domain/money/payment/payments.ts';
import { settlePayment } from '../../../domain/money/payment/settle-payment.ts';
import { idOf } from '../../../platform/api/route.ts';
import type { OrderRow } from '../../../platform/database/schema.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import { abortAfter } from '../../../platform/time-limit.ts';
import type { EmulatorUrls } from '../context.ts';
import { emulatorControl } from './emulator.ts';
import { expireNow, listOrders, orderOf, paymentOf } from './orders.ts';

const TOKEN_PATH = '/sandbox/payment/payment_token';
/** How long the card without a response keeps its request open, in ms. Browsers time out before. */
const HANG_MS = 120_000;

type ById = FastifyRequest<{ Params: { id: string; action: string } }>;

export function registerSandboxPayments(
  app: FastifyInstance,
  context: MoneyContext,
  urls: EmulatorUrls,
): void {
  const { clock, db, options } = context;
  const emulator = emulatorControl(urls, options);
  const script = readFileSync(IUGU_SCRIPT);

  app.get('/sandbox/payment/provider.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'cross-origin-resource-policy': 'cross-origin' })
      .send(script),
  );

  // A browser may not reach the emulator's port, so its requests go through this server.
  app.options(TOKEN_PATH, forwardToken);
  app.post(TOKEN_PATH, forwardToken);

  async function forwardToken({ method, body }: FastifyRequest, reply: FastifyReply) {
    const response = await abortAfter(clock, HANG_MS, (signal) =>
      options.transports.fetch(`${urls.url}/v1/payment_token`, {
        method,
        signal,
        ...(method === 'POST' && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body ?? {}),
        }),
      }),
    ).catch(() => {
      throw new Failure(504, 'NO_EMULATOR');
    });
    for (const name of ['access-control-allow-origin', 'access-control-allow-headers', 'content-type']) {
      const value = response.headers.get(name);
      if (value) reply.header(name, value);
    }
    return reply.status(response.status).send(Buffer.from(await response.arrayBuffer()));
  }

  app.get('/sandbox/api/orders', async () =>
    listOrders(context, await emulator.payments().catch((error: unknown) => ignoreAbsence(error))),
  );

  /** Pays an order, also one that has expired; notifies again of one that is paid. */
  app.post('/sandbox/api/orders/:id/pay', async (request: ById) => {
    const found = await requireOrder(request);
    const { order, actions } = found;
    const action = actions.includes('payLate') ? 'payLate' : 'notifyAgain';
    if (action === 'notifyAgain' && order.state !== 'paid') throw new Failure(409, 'ORDER_CANCELED');
    return act(found, action);
  });

  app.post('/sandbox/api/orders/:id/expire', async (request: ById) => {
    const found = await requireOrder(request);
    await expireNow(context, found.order);
    return act(found, 'expire');
  });

  /** An action of the emulator: payTwice, payLess, decline, dispute, … */
  app.post('/sandbox/api/orders/:id/:action', async (request: ById) =>
    act(await requireOrder(request), request.params.action),
  );

  /** How the providers misbehave: away, slow, repeated notices. */
  app.post('/sandbox/api/providers', (request) => emulator.behave({ ...(request.body ?? {}) }));

  /** Performs an action, and settles its order without waiting for the notice. */
  async function act({ order, id }: { order: OrderRow; id: string }, action: string) {
    await emulator.perform(id, { action });
    return { orderState: action === 'expire' ? order.state : await lookUp(order) };
  }

  async function lookUp(order: OrderRow) {
    const ports = await portsOfUser(context, order.userId);
    const found = await (isPix(order) ? ports.pix : ports.cards)?.lookUp(keyOf(order));
    return found?.kind === 'found' ? settlePayment(context, order, found.payment) : order.state;
  }

  async function requireOrder({ params }: ById) {
    const order = await orderOf(db, idOf(params.id));
    const payment = order && paymentOf(order, await emulator.payments());
    if (!payment) throw notFound('ORDER');
    return { order, id: payment.id, actions: payment.actions };
  }
}

/** Without the emulator, orders have no actions. */
function ignoreAbsence(error: unknown): [] {
  if (error instanceof Failure) return [];
  throw error;
}
