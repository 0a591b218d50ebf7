import { paybackCalls } from '@shared/contract/payback';
import type { FastifyInstance } from 'fastify';
import { idempotencyKeyOf } from '../../../platform/api/idempotent-write.ts';
import { waitBriefly } from '../../../platform/time-limit.ts';
import { userRoute } from '../../people/auth/user-route.ts';
import type { MoneyContext } from '../context.ts';
import { paybackView } from './read-plan.ts';
import { requestPayback } from './request-payback.ts';
import { sendPaybacks } from './send-paybacks.ts';

/** Registers the calls that give the user's own credit back. */
export function registerPaybackRoutes(app: FastifyInstance, context: MoneyContext): void {
  userRoute(app, context, paybackCalls.paybackPlan, ({ user }) => paybackView(context, user.id));

  userRoute(app, context, paybackCalls.requestPayback, async ({ body, request, user }) => {
    const key = idempotencyKeyOf(request, context.randomness);
    const cents = await requestPayback(context, user.id, body, key);
    await waitBriefly(context.clock, sendPaybacks(context));
    return { amount: cents / 100 };
  });
}
