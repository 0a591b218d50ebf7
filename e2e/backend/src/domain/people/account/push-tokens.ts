import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import type { PlatformContext } from '../../../platform/context.ts';
import { and, eq } from '../../../platform/database/orm.ts';
import { keepNewest } from '../../../platform/database/rows.ts';
import { pushTokens } from '../../../platform/database/schema.ts';
import { Failure } from '../../../platform/failure.ts';
import { MAX_KEPT } from '../../../platform/limits/limits.ts';
import { sessionHashOf } from '../auth/session.ts';
import { withSessionLock } from '../auth/user-lock.ts';
import { userRoute } from '../auth/user-route.ts';

/** In bytes. Google's and Apple's tokens have about 200; a PostgreSQL index row holds 2,700. */
const MAX_TOKEN_LENGTH = 1024;
const MAX_DETAIL_LENGTH = 100;

/** A device's push token belongs to the last user who logged in on it, until logout. */
export function registerPushTokens(app: FastifyInstance, context: PlatformContext): void {
  const { db, now } = context;

  userRoute(app, context, calls.addPushToken, async ({ body, request, user }) => {
    const token = body.PushToken;
    if (token === '' || Buffer.byteLength(token) > MAX_TOKEN_LENGTH)
      throw new Failure(400, 'INVALID_REQUEST', "Can't read: PushToken");
    const registration = {
      userId: user.id,
      platform: body.Platform?.slice(0, MAX_DETAIL_LENGTH),
      appVersion: body.AppVersion?.slice(0, MAX_DETAIL_LENGTH),
      isLoggedIn: body.IsLoggedIn,
      updatedAt: now(),
    };
    const isOwn = and(eq(pushTokens.token, token), eq(pushTokens.userId, user.id));
    const isNew = (await db.$count(pushTokens, isOwn)) === 0;
    if (isNew) await app.limits.take('pushTokens', user.id);
    await withSessionLock(db, user.id, sessionHashOf(request), async (tx) => {
      await tx
        .insert(pushTokens)
        .values({ token, ...registration })
        .onConflictDoUpdate({ target: pushTokens.token, set: registration });
      await keepNewest(tx, {
        id: pushTokens.token,
        newest: pushTokens.updatedAt,
        which: eq(pushTokens.userId, user.id),
        count: MAX_KEPT.pushTokens,
      });
    });
  });

  userRoute(app, context, calls.removePushToken, async ({ params, user }) => {
    await db
      .delete(pushTokens)
      .where(and(eq(pushTokens.token, params.pushToken), eq(pushTokens.userId, user.id)));
  });
}
