/**
 * State of the server itself, and what browsers report about versions of remotes. All times of
 * instances are by the database's clock.
 */

import type { Counted, CountedLoad } from '@shared/registry/counted';
import type { WithdrawalFigures } from '@shared/registry/find-withdrawals';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { identity, instant } from './people.ts';

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
    kind: text('kind').$type<Counted | CountedLoad>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.remote, table.version, table.hour, table.kind] }),
    index('remote_counts_hour').on(table.hour),
  ],
);

/** Versions of remotes that no browser runs, and those that were reinstated since. */
export const withdrawnVersions = pgTable(
  'withdrawn_versions',
  {
    id: identity(),
    remote: text('remote').notNull(),
    version: text('version').notNull(),
    /** Published with the registry. */
    reason: text('reason').notNull(),
    at: instant('at').notNull(),
    /** Name and e-mail of the operator; null if it was withdrawn because of its figures. */
    by: text('by'),
    figures: jsonb('figures').$type<WithdrawalFigures>(),
    reinstatedAt: instant('reinstated_at'),
    reinstatedBy: text('reinstated_by'),
  },
  (table) => [
    uniqueIndex('withdrawn_versions_version')
      .on(table.remote, table.version)
      .where(sql`reinstated_at is null`),
  ],
);
