import { guestCalls } from '@shared/contract/guest-charge';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/api/route.ts';
import { brandOf } from '../people/auth/session.ts';
import { userRoute } from '../people/auth/user-route.ts';
import type { GuestsContext } from './context.ts';
import { createGuestAccount } from './create-account.ts';
import { createGuestCharge } from './create-charge.ts';
import { viewGuestCharge } from './view-charge.ts';

/** Registers the calls of charges without an account. */
export function registerGuestRoutes(app: FastifyInstance, context: GuestsContext): void {
  route(app, guestCalls.createGuestCharge, async ({ body, request }) =>
    createGuestCharge(context, await brandOf(context, request), body),
  );

  userRoute(app, context, guestCalls.guestCharge, ({ user }) => viewGuestCharge(context, user));

  userRoute(app, context, guestCalls.createGuestAccount, ({ body, request, user }) =>
    createGuestAccount(context, user, body, request),
  );
}
