/** Push notices about charges. */
import * as z from 'zod/mini';
import { flag, nonEmpty, text } from './fields.ts';
import { list, withDefault } from './lenient.ts';

/**
 * - `stoppedUnexpectedly`: the operator, a fault or a power failure ended a charge
 * - `chargeEnded`: a charge ended for any other reason, or an unknown one
 * - `creditNearlyUsed`: a running charge will use up the credit soon
 * - `idleCostBegins`: a car that takes no more energy is about to be billed for its time
 */
export const NOTICE_KINDS = [
  'chargeEnded',
  'stoppedUnexpectedly',
  'creditNearlyUsed',
  'idleCostBegins',
] as const;
const NoticeKind = z.enum(NOTICE_KINDS);
export type NoticeKind = z.output<typeof NoticeKind>;

const NONE: string[] = [];

/** `GET /UserNotificationSettings`. */
export const NotificationSettings = z.looseObject({
  /** Public VAPID key (RFC 8292) in base64url, for `PushManager.subscribe`. */
  publicKey: nonEmpty,
  /** This session has a subscription. */
  subscribed: withDefault(flag, false),
  /** The `NoticeKind`s that the user has switched off. */
  muted: withDefault(list(text), NONE),
});
export type NotificationSettings = z.output<typeof NotificationSettings>;

/** `PUT /UserNotificationSettings`: switches one kind on or off, on all devices. */
export const NotificationChange = z.object({ kind: NoticeKind, on: z.boolean() });

/** `PUT /UserPushSubscription`: a browser's `PushSubscription` in JSON. */
export const PushSubscriptionBody = z.object({
  endpoint: text,
  keys: z.object({ p256dh: text, auth: text }),
});
