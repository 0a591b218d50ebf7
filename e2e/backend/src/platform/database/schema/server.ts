/**
 * State of the server itself, and what browsers report about versions of remotes. All times of
 * instances are by the database's clock.
 */

import type { Counted } from '@shared/registry/counted';
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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

/** Reports of browsers about versions of remotes. */
export const remoteCounts = pgTable(
  'remote_counts',
  {
    remote: text('remote').notNull(),
    version: text('version').notNull(),
    /** Beginning of the hour in which it was reported. */
    hour: instant('hour').notNull(),
    kind: text('kind').$type<Counted>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.remote, table.version, table.hour, table.kind] }),
    index('remote_counts_hour').on(table.hour),
  ],
);

export const withdrawnVersions = pgTable(
  'withdrawn_versions',
  {
    remote: text('remote').notNull(),
    version: text('version').notNull(),
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.remote, table.version] })],
);
