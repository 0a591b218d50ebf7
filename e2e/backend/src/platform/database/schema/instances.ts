/** The running instances of the server. All times are by the database's clock. */
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './people.ts';

export const instances = pgTable('instances', {
  id: text('id').primaryKey(),
  /** Host and process, for messages to the operator. */
  place: text('place').notNull(),
  /** Whether it can reach other instances. */
  shared: boolean('shared').notNull(),
  /** End of the lease, which the instance renews every few seconds. */
  expiresAt: instant('expires_at').notNull(),
});
