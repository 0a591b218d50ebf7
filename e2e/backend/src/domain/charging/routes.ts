import { CHARGER_NOT_FOUND, calls } from '@shared/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from '../../platform/api/idempotent-write.ts';
import { idOf, route } from '../../platform/api/route.ts';
import { and, eq, isNull } from '../../platform/database/orm.ts';
import { type ConnectorKey, isAt } from '../../platform/database/rows.ts';
import { chargePoints, connectors, sites, transactions } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/failure.ts';
import type { SendCall } from '../charge-points/calls.ts';
import { brandOf, visitorOf } from '../people/auth/session.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { hasSite } from '../sites/brand-sites.ts';
import { currentPriceOf } from '../sites/prices.ts';
import { findByNumber } from './charger-number.ts';
import type { ChargingContext } from './context.ts';
import { listAttempts } from './list-attempts.ts';
import { chargeReceipt } from './receipt.ts';
import { startCharge } from './start-charge.ts';
import { stopCharge } from './stop-charge.ts';
import { unlockCable } from './unlock-cable.ts';
import { connectorView, loadConnectors } from './views.ts';

export function registerChargingRoutes(app: FastifyInstance, context: ChargingContext, sendCall: SendCall) {
  const { db, now } = context;

  route(app, calls.chargerId, async ({ params, request }) => {
    const brand = await brandOf(context, request);
    const found = await findByNumber(db, params.number, brand.id);
    if (!found) return { chargerId: CHARGER_NOT_FOUND };
    return { chargerId: `${found.chargePoint.code}-${found.connector.connectorId}` };
  });

  route(app, calls.connectorsOfCharger, async ({ params, request }) => {
    const brand = await brandOf(context, request);
    const found = await findByNumber(db, params.chargerId, brand.id);
    return found ? liveConnectors(request, found.connector) : [];
  });

  route(app, calls.connectorStatus, async ({ params, request }) =>
    liveConnectors(request, { chargePointId: params.chargePointId, connectorId: idOf(params.connectorId) }),
  );

  route(app, calls.currentPrice, async ({ params, request }) => {
    const brand = await brandOf(context, request);
    const [point] = await db
      .select({ siteId: chargePoints.siteId })
      .from(chargePoints)
      .where(eq(chargePoints.id, params.chargePointId));
    const isAtBrandSite = point !== undefined && (await hasSite(db, brand.id, point.siteId));
    const price = isAtBrandSite ? await currentPriceOf(db, params.chargePointId, now()) : undefined;
    if (!price) throw notFound('CHARGE_POINT');
    return price;
  });

  userRoute(app, context, calls.activeRecharges, async ({ user }) => {
    const open = await db
      .select({ transaction: transactions, csName: sites.name })
      .from(transactions)
      .innerJoin(chargePoints, eq(chargePoints.id, transactions.chargePointId))
      .innerJoin(sites, eq(sites.id, chargePoints.siteId))
      .where(and(eq(transactions.userId, user.id), isNull(transactions.stoppedAt)))
      .orderBy(transactions.id);
    return open.map(({ transaction, csName }) => ({
      chargePointId: transaction.chargePointId,
      connectorId: transaction.connectorId,
      startTime: transaction.startedAt.toISOString(),
      transactionId: transaction.id,
      chargerSite: { csName },
    }));
  });

  userRoute(app, context, calls.userTransaction, async ({ params, user }) => {
    const receipt = await chargeReceipt(db, user.id, idOf(params.id));
    if (!receipt) throw notFound('TRANSACTION');
    return receipt;
  });

  userRoute(app, context, calls.startAttempts, ({ user }) => listAttempts(context, user.id));

  userRoute(app, context, calls.startCharge, async ({ body, request, user }) =>
    startCharge(context, sendCall, user, body, idempotencyKeyOf(request, context.randomness)),
  );

  userRoute(app, context, calls.stopCharge, async ({ body, user }) =>
    stopCharge(context, sendCall, user, body),
  );

  userRoute(app, context, calls.unlockCable, async ({ body, user }) =>
    unlockCable(context, sendCall, user, body),
  );

  /** Shows another brand's connector, or a retired one, only to the user who is charging there. */
  async function liveConnectors(request: FastifyRequest, connector: ConnectorKey) {
    const { brand, user } = await visitorOf(context, request);
    const [row] = await loadConnectors(db, isAt(connectors, connector));
    if (!row) return [];
    const { siteId } = row.chargePoint;
    const isAtBrandSite = row.connector.retiredAt === null && (await hasSite(db, brand.id, siteId));
    const isCharging = user !== undefined && row.transaction?.userId === user.id;
    if (!isAtBrandSite && !isCharging) return [];
    if (user && isAtBrandSite) await context.watched.watch(user.id, siteId);
    return [connectorView(row, user?.id, context.now())];
  }
}
