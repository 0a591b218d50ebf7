/** Reports of browsers about versions of remotes, and the versions that were withdrawn. */
import type { Counted } from '@shared/registry/counted';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './people.ts';

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
