/** Saved cards, and cards to delete at the provider. */

import { boolean, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { identity, instant, ownerId } from './people.ts';

/** A saved card. Only the provider stores its number and CVV. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: identity(),
    userId: ownerId(),
    /** Token with which the provider charges the card. */
    providerToken: text('provider_token').notNull(),
    /** SHA-256 in hex of the token that it was saved with: a repeated save finds the same card. */
    savedWith: text('saved_with').notNull(),
    /** For example `visa 4242`. */
    description: text('description').notNull(),
    /** For example `XXXX-XXXX-XXXX-4242`. */
    displayNumber: text('display_number').notNull(),
    holderName: text('holder_name').notNull(),
    month: integer('month').notNull(),
    year: integer('year').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payment_methods_saved_with').on(table.userId, table.savedWith),
    uniqueIndex('payment_methods_default').on(table.userId).where(sql`${table.isDefault}`),
  ],
);

/** Customers at the payment providers: one for each user and account there. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    userId: ownerId(),
    /** `account` of the provider's port. */
    account: text('account').notNull(),
    customerId: text('customer_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.account] })],
);

/** Cards that were removed here and not yet by the provider. Doesn't record their owners. */
export const cardsToDelete = pgTable('cards_to_forget', {
  providerToken: text('provider_token').primaryKey(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at').notNull().defaultNow(),
});
