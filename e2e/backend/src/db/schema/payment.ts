/** Saved cards, those to be let go of, and what the sandbox's stand-in for the payment provider remembers. */
import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { OrderState } from './money.ts';
import { instant, users } from './people.ts';

/** A card as its owner may see it. Its number and CVV exist at the provider alone, which knows it by `providerToken`. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** By which the provider charges it. */
    providerToken: text('provider_token').notNull(),
    /** SHA-256 in hex of the token that it was saved with: the same one, sent again, is the same card. */
    savedWith: text('saved_with').notNull(),
    /** Such as `visa 4242`. */
    description: text('description').notNull(),
    /** Such as `XXXX-XXXX-XXXX-4242`. */
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

/** Cards that are kept here no more and that the provider still has to let go of. Whose they were isn't told. */
export const cardsToForget = pgTable('cards_to_forget', {
  providerToken: text('provider_token').primaryKey(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at').notNull().defaultNow(),
});

/** The stand-in's side of an order: what has become of it there, whether we were told or not. */
export const standInCharges = pgTable('stand_in_charges', {
  /** What we named it as we asked for it. */
  reference: text('reference').primaryKey(),
  state: text('state').$type<OrderState>().notNull(),
  /** Of a Pix, once it is paid. */
  endToEndId: text('end_to_end_id'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
