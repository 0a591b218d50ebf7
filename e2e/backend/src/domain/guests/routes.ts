import { guestCalls } from '@shared/contract/guest-charge';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/api/route.ts';
import { sessionHashOf, visitorOf } from '../people/auth/session.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { userRoute } from '../people/auth/user-route.ts';
import type { GuestsContext } from './context.ts';
import { createGuestAccount } from './create-account.ts';
import { createGuestCharge } from './create-charge.ts';
import { viewGuestCharge } from './view-charge.ts';

export function registerGuestRoutes(app: FastifyInstance, context: GuestsContext): void {
  route(app, guestCalls.createGuestCharge, async ({ body, request }) => {
    const { brand, user } = await visitorOf(context, request);
    const isRepeat = sessionHashOf(request) === hashOf(body.Secret);
    return createGuestCharge(context, brand, body, isRepeat ? undefined : user);
  });

  userRoute(app, context, guestCalls.guestCharge, ({ user }) => viewGuestCharge(context, user));

  userRoute(app, context, guestCalls.createGuestAccount, ({ body, request, user }) =>
    createGuestAccount(context, user, body, request),
  );
}
