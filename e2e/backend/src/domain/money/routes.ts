import { COUPON_STATES, calls } from '@shared/contract';
import { paybackCalls } from '@shared/contract/payback';
import { STATEMENT_RANGES } from '@shared/contract/statement-ranges';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../../platform/api/idempotent-write.ts';
import { idOf, wholeNumber } from '../../platform/api/route.ts';
import type { PlatformContext } from '../../platform/context.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { orders } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { addMs, DAY_MS } from '../../platform/time.ts';
import { waitBriefly } from '../../platform/time-limit.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { requireSite } from '../sites/brand-sites.ts';
import type { MoneyContext } from './context.ts';
import { addCoupon, findCoupons } from './coupons/coupons.ts';
import { paybackView } from './paybacks/read-plan.ts';
import { requestPayback } from './paybacks/request-payback.ts';
import { sendPaybacks } from './paybacks/send-paybacks.ts';
import { registerPaymentRoutes } from './payment/routes.ts';
import { walletHistory } from './wallet/history.ts';
import { balanceOf } from './wallet/ledger.ts';
import { orderView } from './wallet/orders.ts';

/** Registers the calls of wallet, cards, top-ups, paybacks and coupons. */
export function registerMoneyRoutes(app: FastifyInstance, context: MoneyContext): void {
  registerWalletRoutes(app, context);
  registerPaymentRoutes(app, context);
  registerPaybackRoutes(app, context);
  registerCouponRoutes(app, context);
}

/** Largest and default page size. */
const PAGE_SIZE = 1000;

function registerCouponRoutes(app: FastifyInstance, context: PlatformContext): void {
  const { db, now } = context;

  userRoute(app, context, calls.coupons, async ({ query, user }) => {
    const status = COUPON_STATES.find((state) => state === (query.status ?? 'active'));
    if (!status) throw new Failure(400, 'INVALID_STATUS');
    const siteId = query.verifySiteId ? idOf(query.verifySiteId) : undefined;
    if (siteId !== undefined) await requireSite(db, user.brandId, siteId);
    const { search = '', dcType = '' } = query;
    const page = wholeNumber(query.page) || 1;
    const pageSize = Math.min(PAGE_SIZE, wholeNumber(query.pageSize) || PAGE_SIZE);
    const wanted = { status, page, pageSize, search, dcType, siteId };
    return { items: await findCoupons(db, user.id, wanted, now()) };
  });

  userRoute(app, context, calls.addCoupon, async ({ params, reply, user }) => {
    await addCoupon(db, user, params.code, now());
    reply.status(201);
    return {};
  });
}

/** Registers the calls that give the user's own credit back. */
function registerPaybackRoutes(app: FastifyInstance, context: MoneyContext): void {
  userRoute(app, context, paybackCalls.paybackPlan, ({ user }) => paybackView(context, user.id));

  userRoute(app, context, paybackCalls.requestPayback, async ({ body, request, user }) => {
    const key = idempotencyKeyOf(request, context.randomness);
    const cents = await requestPayback(context, user.id, body, key);
    await waitBriefly(context.clock, sendPaybacks(context));
    return { amount: cents / 100 };
  });
}

/** Registers balance, statement and orders: the user's own, 404 for those of others. */
function registerWalletRoutes(app: FastifyInstance, context: PlatformContext): void {
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
