/** State of the server itself. All times of instances are by the database's clock. */
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './people.ts';

/** The running instances. */
export const instances = pgTable('instances', {
  id: text('id').primaryKey(),
  /** Host and process, for messages to the operator. */
  place: text('place').notNull(),
  /** Whether it can reach other instances. */
  shared: boolean('shared').notNull(),
  /** End of the lease, which the instance renews every few seconds. */
  expiresAt: instant('expires_at').notNull(),
});

/** Counters of rate limits. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** Name of the limit and the counted key, for example `logins:203.0.113.0`. */
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    /** End of the window. A later call starts a new one. */
    resetsAt: instant('resets_at').notNull(),
  },
  (table) => [index('rate_limits_resets').on(table.resetsAt)],
);
