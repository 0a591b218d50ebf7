import type { FastifyInstance } from 'fastify';
import { registerPushTokens } from './account/push-tokens.ts';
import { registerAccountRoutes } from './account/routes.ts';
import { registerPasswordReset } from './auth/password-reset.ts';
import { registerRegistration } from './auth/registration.ts';
import { registerAuthRoutes } from './auth/routes.ts';
import type { PeopleContext } from './context.ts';

/** Registers the calls of an account, except for its deletion. */
export function registerPeopleRoutes(app: FastifyInstance, context: PeopleContext): void {
  registerAuthRoutes(app, context);
  registerRegistration(app, context);
  registerPasswordReset(app, context);
  registerAccountRoutes(app, context);
  registerPushTokens(app, context);
}
