/** Counters of rate limits. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './people.ts';

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
