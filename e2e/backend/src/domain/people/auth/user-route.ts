import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { type AnyCall, type HandlerInput, route } from '../../../platform/api/route.ts';
import type { PlatformContext } from '../../../platform/context.ts';
import { requireUser, type SessionUser } from './session.ts';

/** Registers a handler for one call of the contract that responds with 401 to a guest. */
export function userRoute<C extends AnyCall>(
  app: FastifyInstance,
  context: PlatformContext,
  call: C,
  handler: (input: HandlerInput<C> & { user: SessionUser }) => Promise<z.input<C['response']>>,
): void {
  route(app, call, async (input) => {
    const user = await requireUser(context, input.request);
    return app.limits.count(call, 'user', [user.id], () => handler({ ...input, user }));
  });
}
