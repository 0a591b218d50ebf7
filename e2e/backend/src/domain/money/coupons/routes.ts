import { COUPON_STATES, calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { idOf, wholeNumber } from '../../../platform/api/route.ts';
import type { PlatformContext } from '../../../platform/context.ts';
import { Failure } from '../../../platform/failure.ts';
import { userRoute } from '../../people/auth/user-route.ts';
import { requireSite } from '../../sites/brand-sites.ts';
import { addCoupon, findCoupons } from './coupons.ts';

/** Largest and default page size. */
const PAGE_SIZE = 1000;

export function registerCouponRoutes(app: FastifyInstance, context: PlatformContext): void {
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
