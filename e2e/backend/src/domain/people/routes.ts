import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { clientOf } from '../../platform/limits/client-address.ts';
import { changePassword } from './account/password.ts';
import { changeProfile } from './account/profile.ts';
import { registerPushTokens } from './account/push-tokens.ts';
import { registerPasswordReset } from './auth/password-reset.ts';
import { registerRegistration } from './auth/registration.ts';
import { registerAuthRoutes } from './auth/routes.ts';
import { sessionHashOf } from './auth/session.ts';
import { userRoute } from './auth/user-route.ts';
import type { PeopleContext } from './context.ts';
import { sendNotice } from './mails/send-mail.ts';
import { passwordChangedMail } from './mails/templates.ts';

function registerAccountRoutes(app: FastifyInstance, context: PeopleContext): void {
  const { db, bus, now } = context;

  userRoute(app, context, calls.changeProfile, async ({ body, request, user }) => {
    if (body.id !== String(user.id)) throw new Failure(403, 'NOT_YOURS');
    await changeProfile(db, user, sessionHashOf(request), body, now());
  });

  userRoute(app, context, calls.changePassword, async ({ body, request, user }) => {
    await changePassword(context, user, sessionHashOf(request), body, clientOf(request.ip));
    await bus.publish({ kind: 'sessionsEnded', userId: user.id });
    await sendNotice(context, user, passwordChangedMail);
    return {};
  });
}

/** Registers the calls of an account, except for its deletion. */
export function registerPeopleRoutes(app: FastifyInstance, context: PeopleContext): void {
  registerAuthRoutes(app, context);
  registerRegistration(app, context);
  registerPasswordReset(app, context);
  registerAccountRoutes(app, context);
  registerPushTokens(app, context);
}
