/** A user's push subscriptions, one per session, and the kinds of notices that the user wants. */
import { createECDH } from 'node:crypto';
import { calls } from '@shared/contract';
import type { FastifyInstance } from 'fastify';
import { and, eq, ne } from '../../platform/database/orm.ts';
import { keepNewest } from '../../platform/database/rows.ts';
import { mutedNotices, pushSubscriptions } from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import { MAX_KEPT } from '../../platform/limits/limits.ts';
import { sessionHashOf } from '../people/auth/session.ts';
import { withSessionLock } from '../people/auth/user-lock.ts';
import { userRoute } from '../people/auth/user-route.ts';
import type { NoticesContext } from './context.ts';
import { parseEndpoint } from './endpoint.ts';

/** Bytes of an uncompressed point of P-256, and of the secret (RFC 8291 §2.1, §3.2). */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

export function registerNoticeRoutes(app: FastifyInstance, context: NoticesContext): void {
  const { db, now, options, vapid } = context;
  const isOfSession = (sessionHash: string) => eq(pushSubscriptions.sessionHash, sessionHash);

  userRoute(app, context, calls.notificationSettings, async ({ request, user }) => {
    const isOwn = and(isOfSession(sessionHashOf(request)), eq(pushSubscriptions.vapidKey, vapid.publicKey));
    const muted = await db.select().from(mutedNotices).where(eq(mutedNotices.userId, user.id));
    return {
      publicKey: vapid.publicKey,
      subscribed: (await db.$count(pushSubscriptions, isOwn)) > 0,
      muted: muted.map(({ kind }) => kind),
    };
  });

  userRoute(app, context, calls.changeNotificationSettings, async ({ body, request, user }) => {
    const { kind, on } = body;
    await withSessionLock(db, user.id, sessionHashOf(request), async (tx) => {
      const row = { userId: user.id, kind };
      if (!on) await tx.insert(mutedNotices).values(row).onConflictDoNothing();
      else
        await tx
          .delete(mutedNotices)
          .where(and(eq(mutedNotices.userId, user.id), eq(mutedNotices.kind, kind)));
    });
  });

  userRoute(app, context, calls.subscribeToPush, async ({ body: { endpoint, keys }, request, user }) => {
    if (!parseEndpoint(endpoint, options)) throw unusable('endpoint');
    const p256dh = Buffer.from(keys.p256dh, 'base64url');
    const auth = Buffer.from(keys.auth, 'base64url');
    if (!isPoint(p256dh)) throw unusable('keys.p256dh');
    if (auth.length !== SECRET_BYTES) throw unusable('keys.auth');
    await app.limits.take('pushTokens', user.id);
    const sessionHash = sessionHashOf(request);
    const subscription = {
      userId: user.id,
      sessionHash,
      vapidKey: vapid.publicKey,
      createdAt: now(),
      // Re-encoded without the characters that decoding ignores.
      p256dh: p256dh.toString('base64url'),
      auth: auth.toString('base64url'),
    };
    await withSessionLock(db, user.id, sessionHash, async (tx) => {
      await tx
        .delete(pushSubscriptions)
        .where(and(isOfSession(sessionHash), ne(pushSubscriptions.endpoint, endpoint)));
      await tx
        .insert(pushSubscriptions)
        .values({ endpoint, ...subscription })
        .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: subscription });
      await keepNewest(tx, {
        id: pushSubscriptions.id,
        newest: pushSubscriptions.createdAt,
        which: eq(pushSubscriptions.userId, user.id),
        count: MAX_KEPT.pushSubscriptions,
      });
    });
  });

  userRoute(app, context, calls.unsubscribeFromPush, async ({ request }) => {
    await db.delete(pushSubscriptions).where(isOfSession(sessionHashOf(request)));
  });
}

const unusable = (field: string) => new Failure(400, 'INVALID_REQUEST', `Can't read: ${field}`);

/** Returns whether a key is a point of the curve: no message can be encrypted for any other. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
