import { calls } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Failure, notFound } from '../api/failure.ts';
import { route, wholeNumber } from '../api/route.ts';
import { requireUser } from '../auth/session.ts';
import type { BackendContext } from '../context.ts';
import { orders } from '../db/schema.ts';
import { walletHistory } from './history.ts';
import { balanceOf } from './ledger.ts';
import { orderView } from './orders.ts';
import { chargeReceipt } from './receipt.ts';

const DAY = 86_400_000;
const RANGES = new Set([30, 60, 90]);

/** Registers balance, statement and receipts: each user's own, and 404 for those of others. */
export function registerWalletRoutes(app: FastifyInstance, context: BackendContext): void {
  const { db, now } = context;

  route(app, calls.balance, async ({ request }) => {
    const user = await requireUser(context, request);
    return { uwalBalance: (await balanceOf(db, user.id)).cents / 100 };
  });

  route(app, calls.history, async ({ params, request }) => {
    const user = await requireUser(context, request);
    const days = wholeNumber(params.days);
    if (days === undefined || !RANGES.has(days)) throw new Failure(400, 'INVALID_RANGE');
    return walletHistory(db, user.id, new Date(now().getTime() - days * DAY));
  });

  route(app, calls.order, async ({ params, request }) => {
    const user = await requireUser(context, request);
    const id = wholeNumber(params.id) ?? -1;
    const [own] = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, id), eq(orders.userId, user.id)));
    const order = own && (await orderView(db, own.id));
    if (!order) throw notFound('ORDER');
    return order;
  });

  route(app, calls.userTransaction, async ({ params, request }) => {
    const user = await requireUser(context, request);
    const receipt = await chargeReceipt(db, user.id, wholeNumber(params.id) ?? -1);
    if (!receipt) throw notFound('TRANSACTION');
    return receipt;
  });
}
