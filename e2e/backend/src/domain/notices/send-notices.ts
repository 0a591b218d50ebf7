/** Sends the notices of the outbox to the devices of their users, or by mail as the last resort. */

import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, inArray, isNull, lte, notInArray, sql } from '../../platform/database/orm.ts';
import {
  mutedNotices,
  type NoticeRow,
  notices,
  pushSubscriptions,
  type SentKind,
} from '../../platform/database/schema.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/time.ts';
import { validHashes } from '../people/auth/tokens.ts';
import { stoppedUnexpectedlyMail } from '../people/mails/templates.ts';
import { type ComposedNotice, composeNotice } from './compose-notice.ts';
import type { NoticesContext } from './context.ts';
import { postMessage } from './post-message.ts';

/** Maximum number of notices per round. */
const AT_ONCE = 50;
/** Each pause is twice as long as the previous one. */
const FIRST_PAUSE_MS = 15 * SECOND_MS;
/**
 * After this many tries, push services have failed for two minutes, and a mail may be sent instead.
 */
const PUSH_TRIES = 4;
/** After this many tries, the mail server has failed for half an hour. */
const TRIES = 8;

/** How long a notice is useful. A push service keeps it no longer for a device that is offline. */
const USEFUL_MS: Record<SentKind, number> = {
  topUpPaid: DAY_MS,
  topUpCanceled: DAY_MS,
  chargeRefunded: DAY_MS,
  startedByTag: HOUR_MS,
  carCopied: DAY_MS,
  carClaimed: DAY_MS,
  chargeEnded: DAY_MS,
  stoppedUnexpectedly: DAY_MS,
  creditNearlyUsed: 15 * MINUTE_MS,
  idleCostBegins: HOUR_MS,
  lineTurn: 10 * MINUTE_MS,
  lineWaits: HOUR_MS,
  lineMissed: HOUR_MS,
  lineOut: HOUR_MS,
};

type Context = Pick<NoticesContext, 'db' | 'clock' | 'now' | 'options' | 'vapid' | 'mailer' | 'log'>;

/** Sends the notices that are due. Several instances may do so concurrently. */
export async function sendNotices(context: Context): Promise<void> {
  const due = await claimDue(context);
  await Promise.all(
    due.map((notice) =>
      sendNotice(context, notice).catch((err: unknown) =>
        context.log.error({ err, kind: notice.kind }, 'a notice could not be sent'),
      ),
    ),
  );
}

/**
 * Returns the notices that are due and schedules their next try before this one starts, so that a
 * crash only delays them and no other instance claims the same notice.
 */
function claimDue({ db, now }: Context): Promise<NoticeRow[]> {
  const due = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(isNull(notices.doneAt), lte(notices.nextTryAt, now())))
    .orderBy(asc(notices.nextTryAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true });
  const pauseSeconds = sql`${FIRST_PAUSE_MS / SECOND_MS} * power(2, ${notices.tries})`;
  return db
    .update(notices)
    .set({
      tries: sql`${notices.tries} + 1`,
      nextTryAt: sql`${now().toISOString()}::timestamptz + interval '1 second' * ${pauseSeconds}`,
    })
    .where(inArray(notices.id, due))
    .returning();
}

async function sendNotice(context: Context, notice: NoticeRow): Promise<void> {
  const { db, now } = context;
  const isThis = eq(notices.id, notice.id);
  const composed = await composeNotice(context, notice);
  // Deleted, not marked as done: it may apply again.
  if (!composed) return void (await db.delete(notices).where(isThis));
  const isLate = now() > addMs(notice.createdAt, USEFUL_MS[notice.kind]);
  const isDone = isLate || (await isMuted(db, notice)) || (await deliver(context, notice, composed));
  if (isDone) await db.update(notices).set({ doneAt: now() }).where(isThis);
}

async function isMuted(db: Db, { userId, kind }: NoticeRow): Promise<boolean> {
  const muted = and(eq(mutedNotices.userId, userId), eq(mutedNotices.kind, kind));
  return (await db.$count(mutedNotices, muted)) > 0;
}

/** Returns false if the notice should be sent again. */
async function deliver(context: Context, notice: NoticeRow, composed: ComposedNotice): Promise<boolean> {
  const { reached, failed } = await push(context, notice, composed);
  if (failed > 0)
    context.log.warn(
      { kind: notice.kind, tries: notice.tries, failed },
      'a notice could not be pushed to every device',
    );
  if (failed > 0 && notice.tries < PUSH_TRIES) return false;
  const { user, brand, message } = composed;
  // A guest's e-mail is a placeholder.
  if (reached > 0 || notice.kind !== 'stoppedUnexpectedly' || user.isGuest) return true;
  const isMailed = await context.mailer.send(stoppedUnexpectedlyMail(user, brand, message.body));
  return isMailed || notice.tries >= TRIES;
}

/** Sends to the remaining devices, and deletes subscriptions that have ended. */
async function push(context: Context, notice: NoticeRow, { message }: ComposedNotice) {
  const { db } = context;
  const ttlSeconds = USEFUL_MS[notice.kind] / SECOND_MS;
  const payload = JSON.stringify(message);
  const sent = await Promise.all(
    (await devicesOf(context, notice)).map(async (device) => ({
      id: device.id,
      outcome: await postMessage(context, device, { payload, ttlSeconds }),
    })),
  );
  const idsWith = (wanted: string) => sent.filter(({ outcome }) => outcome === wanted).map(({ id }) => id);
  const gone = idsWith('gone');
  if (gone.length > 0) await db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, gone));
  const reached = [...notice.reached, ...idsWith('delivered')];
  if (reached.length > notice.reached.length)
    await db.update(notices).set({ reached }).where(eq(notices.id, notice.id));
  return { reached: reached.length, failed: idsWith('failed').length };
}

async function devicesOf({ db, now, vapid }: Context, { userId, reached }: NoticeRow) {
  const devices = await db
    .select()
    .from(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.userId, userId),
        // The push service refuses messages that are signed with another key.
        eq(pushSubscriptions.vapidKey, vapid.publicKey),
        notInArray(pushSubscriptions.id, reached),
      ),
    );
  const sessions = devices.map(({ sessionHash }) => sessionHash);
  const valid = await validHashes(db, sessions, now());
  return devices.filter(({ sessionHash }) => valid.has(sessionHash));
}
