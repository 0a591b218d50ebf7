import { calls } from '@shared/contract';
import { STATEMENT_RANGES } from '@shared/contract/statement-ranges';
import type { FastifyInstance } from 'fastify';
import { idOf, wholeNumber } from '../../../platform/api/route.ts';
import type { PlatformContext } from '../../../platform/context.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { orders } from '../../../platform/database/schema.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import { addMs, DAY_MS } from '../../../platform/time.ts';
import { userRoute } from '../../people/auth/user-route.ts';
import { walletHistory } from './history.ts';
import { balanceOf } from './ledger.ts';
import { orderView } from './orders.ts';

/** Registers balance, statement and orders: the user's own, 404 for those of others. */
export function registerWalletRoutes(app: FastifyInstance, context: PlatformContext): void {
  const { db, now } = context;

  userRoute(app, context, calls.balance, async ({ user }) => ({
    uwalBalance: (await balanceOf(db, user.id)).cents / 100,
  }));

  userRoute(app, context, calls.history, async ({ params, user }) => {
    const days = wholeNumber(params.days);
    if (days === undefined || !STATEMENT_RANGES.includes(days)) throw new Failure(400, 'INVALID_RANGE');
    return walletHistory(db, user.id, addMs(now(), -days * DAY_MS));
  });

  userRoute(app, context, calls.order, async ({ params, user }) => {
    const [own] = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, idOf(params.id)), eq(orders.userId, user.id)));
    const order = own && (await orderView(db, own.id));
    if (!order) throw notFound('ORDER');
    return order;
  });
}
