import { calls } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { type AnyCall, type HandlerInput, route } from '../../../platform/api/route.ts';
import type { PlatformContext } from '../../../platform/context.ts';
import { Failure } from '../../../platform/failure.ts';
import { type SessionUser, userOf } from './session.ts';
import { noSession } from './user-lock.ts';

/**
 * The calls that the session of a charge without an account may make: they concern that charge only.
 * All others are refused.
 */
export const GUEST_CALLS: ReadonlySet<AnyCall> = new Set<AnyCall>([
  ...Object.values(guestCalls),
  calls.userProfile,
  calls.order,
  calls.activeRecharges,
  calls.startAttempts,
  calls.stopCharge,
  calls.unlockCable,
  calls.userTransaction,
  calls.liveTicket,
  calls.notificationSettings,
  calls.changeNotificationSettings,
  calls.subscribeToPush,
  calls.unsubscribeFromPush,
]);

/**
 * Registers a handler for one call of the contract. It responds with 401 without a session, and with
 * 403 to that of a charge without an account unless the call is one of `GUEST_CALLS`.
 */
export function userRoute<C extends AnyCall>(
  app: FastifyInstance,
  context: PlatformContext,
  call: C,
  handler: (input: HandlerInput<C> & { user: SessionUser }) => Promise<z.input<C['response']>>,
): void {
  route(app, call, async (input) => {
    const user = await userOf(context, input.request);
    if (!user) throw noSession();
    if (user.isGuest && !GUEST_CALLS.has(call)) throw new Failure(403, 'NOT_FOR_GUESTS');
    return app.limits.count(call, 'user', [user.id], () => handler({ ...input, user }));
  });
}
