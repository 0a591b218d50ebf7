/** Discount coupons, and the users who added them. */
import type { CouponType } from '@shared/contract';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { startAttempts } from './charging.ts';
import { brands, identity, instant, ownerId, requiredId } from './people.ts';
import { sites } from './sites.ts';

export const coupons = pgTable(
  'coupons',
  {
    id: identity(),
    brandId: requiredId('brand_id').references(() => brands.id),
    /** Upper case. */
    code: text('code').notNull(),
    type: text('type').$type<CouponType>().notNull(),
    /** Hundredths of a percent, or of a BRL. */
    hundredths: integer('hundredths').notNull(),
    /** The only site at which it is valid; null for all. */
    siteId: integer('site_id').references(() => sites.id),
    active: boolean('active').notNull().default(true),
    /** No longer valid from this instant on. */
    expiresAt: instant('expires_at'),
  },
  (table) => [uniqueIndex('coupons_code').on(table.brandId, table.code)],
);

/** A coupon that a user has added, usable once. */
export const userCoupons = pgTable(
  'user_coupons',
  {
    id: identity(),
    userId: ownerId(),
    couponId: requiredId('coupon_id').references(() => coupons.id),
    /** Reset to null if no charge began. */
    usedAt: instant('used_at'),
    attemptId: integer('attempt_id').references(() => startAttempts.id, { onDelete: 'set null' }),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_coupons_once').on(table.userId, table.couponId),
    index('user_coupons_attempt').on(table.attemptId),
  ],
);
