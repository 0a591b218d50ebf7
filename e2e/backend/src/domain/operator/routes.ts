import { type ChargePointCommand, commandChargePoint } from '@shared/contract/operator';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import type { SendCall } from '../charge-points/calls.ts';
import type { ChargePointsContext } from '../charge-points/context.ts';
import { userRoute } from '../people/auth/user-route.ts';
import { requireOperator } from './access.ts';
import { sendCommand } from './send-command.ts';

/** Registers the operator's call. */
export function registerOperatorRoutes(
  app: FastifyInstance,
  context: ChargePointsContext,
  sendCall: SendCall,
): void {
  userRoute(app, context, commandChargePoint, async ({ params, body, user }) => {
    const { chargePointId } = params;
    const { securityProfile } = await requireOperator(context.db, user, chargePointId);
    // The OCPP 1.6 security whitepaper requires charge points to reject this as well.
    if (mayLowerProfile(securityProfile, body)) throw new Failure(409, 'SECURITY_PROFILE_LOWERED');
    return sendCommand(context, sendCall, chargePointId, user.id, body);
  });
}

/** Charge points parse numbers leniently: one that reads '1a' as 1 must not get it. */
const mayLowerProfile = (required: number, command: ChargePointCommand) =>
  command.command === 'ChangeConfiguration' &&
  command.key.toLowerCase() === 'securityprofile' &&
  !(/^[1-3]$/.test(command.value) && Number(command.value) >= required);
