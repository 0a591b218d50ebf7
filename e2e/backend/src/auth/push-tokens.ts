import { calls } from '@shared/contract';
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../api/failure.ts';
import { route } from '../api/route.ts';
import type { BackendContext } from '../context.ts';
import { pushTokens } from '../db/schema.ts';
import { inTurn } from './in-turn.ts';
import { requireUser } from './session.ts';

/** A device's push token belongs to whoever logged in on it last, and goes at logout. */
export function registerPushTokens(app: FastifyInstance, context: BackendContext): void {
  const { db, now } = context;

  route(app, calls.addPushToken, async ({ body, request, reply }) => {
    const user = await requireUser(context, request);
    if (body.PushToken === '') throw new Failure(400, 'INVALID_REQUEST', "Can't read: PushToken");
    const registration = {
      userId: user.id,
      platform: body.Platform,
      appVersion: body.AppVersion,
      isLoggedIn: body.IsLoggedIn,
      updatedAt: now(),
    };
    await inTurn(db, user.id, (tx) =>
      tx
        .insert(pushTokens)
        .values({ token: body.PushToken, ...registration })
        .onConflictDoUpdate({ target: pushTokens.token, set: registration }),
    );
    reply.status(204);
  });

  route(app, calls.removePushToken, async ({ params, request, reply }) => {
    const user = await requireUser(context, request);
    await db
      .delete(pushTokens)
      .where(and(eq(pushTokens.token, params.pushToken), eq(pushTokens.userId, user.id)));
    reply.status(204);
  });
}
