import {
  type ChargePointCommand,
  chargePointReports,
  chargeRecord,
  commandChargePoint,
} from '@shared/contract/operator';
import * as contract from '@shared/contract/refund';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../../platform/api/idempotent-write.ts';
import { idOf } from '../../platform/api/route.ts';
import type { Db } from '../../platform/database/database.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { chargePoints, operators, siteBrands, startAttempts } from '../../platform/database/schema.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { SendCall } from '../charge-points/calls.ts';
import type { ChargePointsContext } from '../charge-points/context.ts';
import { readReports } from '../charge-points/reports.ts';
import type { MoneyContext } from '../money/context.ts';
import { chargePayment, refundCharge } from '../money/refunds/refund-charge.ts';
import type { SessionUser } from '../people/auth/session.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { acceptsUnknown, findTag, isAttemptTag } from '../tags/id-tag.ts';
import { ownerBrandOf } from '../tags/owner.ts';
import { readChargeRecord } from './read-charge-record.ts';
import { sendCommand } from './send-command.ts';

export function registerOperatorRoutes(
  app: FastifyInstance,
  context: ChargePointsContext & MoneyContext,
  sendCall: SendCall,
): void {
  userRoute(app, context, commandChargePoint, async ({ params, body, user }) => {
    const { chargePointId } = params;
    const { securityProfile } = await requireOperator(context.db, user, chargePointId);
    // The OCPP 1.6 security whitepaper requires charge points to reject this as well.
    if (mayLowerProfile(securityProfile, body)) throw new Failure(409, 'SECURITY_PROFILE_LOWERED');
    if (body.command === 'RemoteStartTransaction' && !(await isOwnCard(context, user.brandId, body.idTag)))
      throw new Failure(409, 'NOT_AN_OWN_CARD');
    return sendCommand(context, sendCall, chargePointId, user.id, body);
  });

  userRoute(app, context, chargePointReports, async ({ params: { chargePointId }, user }) => {
    await requireOperator(context.db, user, chargePointId);
    const reports = await readReports(context.db, chargePointId);
    return reports.map(({ receivedAt, ...report }) => ({ ...report, at: receivedAt.toISOString() }));
  });

  userRoute(app, context, chargeRecord, async ({ params: { chargePointId, transactionId }, user }) => {
    await requireOperator(context.db, user, chargePointId);
    return readChargeRecord(context, user.brandId, chargePointId, idOf(transactionId));
  });

  userRoute(app, context, contract.chargePayment, async ({ params, user }) => {
    await requireAnyOperator(context.db, user);
    return chargePayment(context.db, user, idOf(params.transactionId));
  });

  userRoute(app, context, contract.refundCharge, async ({ params, body, request, user }) => {
    await requireAnyOperator(context.db, user);
    return refundCharge(
      context,
      user,
      idOf(params.transactionId),
      body,
      idempotencyKeyOf(request, context.randomness),
    );
  });
}

/** Charge points parse numbers leniently: one that reads '1a' as 1 must not get it. */
const mayLowerProfile = (required: number, command: ChargePointCommand) =>
  command.command === 'ChangeConfiguration' &&
  command.key.toLowerCase() === 'securityprofile' &&
  !(/^[1-3]$/.test(command.value) && Number(command.value) >= required);

/**
 * Returns whether no driver pays for the charges of a tag: an operator must not spend a driver's
 * credit, nor use the card of another brand's fleet.
 */
async function isOwnCard(
  { db, now, options }: ChargePointsContext,
  brandId: number,
  tag: string,
): Promise<boolean> {
  const found = await findTag(db, tag, now());
  if (found) return found.userId === null && ((await ownerBrandOf(db, found)) ?? brandId) === brandId;
  const [attempt] = await db.select().from(startAttempts).where(isAttemptTag(tag));
  return !attempt && acceptsUnknown(options, tag);
}

/**
 * Returns the charge point's required security profile, if the user may command the charge point.
 * @throws 404 if the user's brand doesn't have the charge point, 403 if the user isn't an operator
 */
async function requireOperator(db: Db, user: SessionUser, chargePointId: string) {
  const [found] = await db
    .select({ securityProfile: chargePoints.securityProfile, operator: operators.userId })
    .from(chargePoints)
    .innerJoin(
      siteBrands,
      and(eq(siteBrands.siteId, chargePoints.siteId), eq(siteBrands.brandId, user.brandId)),
    )
    .leftJoin(operators, eq(operators.userId, user.id))
    .where(eq(chargePoints.id, chargePointId));
  if (!found) throw notFound('CHARGE_POINT');
  if (found.operator === null) throw notAnOperator();
  return found;
}

/** @throws 403 if the user isn't an operator */
async function requireAnyOperator(db: Db, { id }: SessionUser): Promise<void> {
  if ((await db.$count(operators, eq(operators.userId, id))) === 0) throw notAnOperator();
}

const notAnOperator = () => new Failure(403, 'NOT_AN_OPERATOR', 'Not an operator of this brand');
