/** Push subscriptions of devices, and notices about charges and top-ups. */
import type { NoticeKind } from '@shared/contract';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { transactions } from './charging.ts';
import { orders } from './money.ts';
import { authTokens, identity, instant, ownerId } from './people.ts';
import { sites } from './sites.ts';

/** The installation's key pair (RFC 8292), unless the environment sets one. At most one row. */
export const vapidKeys = pgTable('vapid_keys', {
  id: integer('id').primaryKey(),
  /** Both in base64url. */
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
});

/** One device of a user. Deleted with its session: a logged-out device shows no notices. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: identity(),
    userId: ownerId(),
    sessionHash: text('session_hash')
      .notNull()
      .unique()
      .references(() => authTokens.hash, { onDelete: 'cascade' }),
    endpoint: text('endpoint').notNull().unique(),
    /** Public key and secret of the device (RFC 8291), in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** The public VAPID key that the subscription is bound to. */
    vapidKey: text('vapid_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

/** Notices about a charge that no user can switch off. */
export type ChargeSecurityKind = 'startedByTag' | 'carCopied' | 'carClaimed';

/** Notices to drivers who wait in line: their turn, its end without their fault, and their absence. */
export type LineNoticeKind = 'lineTurn' | 'lineWaits' | 'lineMissed' | 'lineOut';

/**
 * Notices about charges, which a user can switch off, about top-ups and places in a line, which the app
 * promises, about refunds, and about the misuse of cards and cars.
 */
export type SentKind =
  | NoticeKind
  | ChargeSecurityKind
  | LineNoticeKind
  | 'topUpPaid'
  | 'topUpCanceled'
  | 'chargeRefunded';

/** Kinds of notices that a user has switched off. */
export const mutedNotices = pgTable(
  'muted_notices',
  { userId: ownerId(), kind: text('kind').$type<SentKind>().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);

/** Outbox. A sent notice is kept, so that each kind is sent once per charge or order. */
export const notices = pgTable(
  'notices',
  {
    id: identity(),
    userId: ownerId(),
    /** The charge or order that the notice is about. */
    transactionId: integer('transaction_id').references(() => transactions.id, { onDelete: 'cascade' }),
    orderId: integer('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    /** The site of the line that it is about. */
    siteId: integer('site_id').references(() => sites.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<SentKind>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    tries: integer('tries').notNull().default(0),
    nextTryAt: instant('next_try_at').notNull().defaultNow(),
    /** Ids of the subscriptions to which it was delivered. */
    reached: jsonb('reached').$type<number[]>().notNull().default([]),
    doneAt: instant('done_at'),
  },
  (table) => [
    uniqueIndex('notices_once').on(table.transactionId, table.kind),
    uniqueIndex('notices_once_per_order').on(table.orderId, table.kind),
    index('notices_due').on(table.nextTryAt).where(sql`${table.doneAt} is null`),
  ],
);

export type NoticeRow = typeof notices.$inferSelect;
export type PushSubscriptionRow = typeof pushSubscriptions.$inferSelect;
