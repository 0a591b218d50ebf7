/** Drivers who wait for a connector of a site. */
import type { Plug } from '@shared/contract';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { identity, instant, ownerId } from './people.ts';
import { siteIdColumn } from './sites.ts';

export const waitingPlaces = pgTable(
  'waiting_places',
  {
    /** Order of the line: who is moved to its end gets a new one. */
    id: identity(),
    userId: ownerId(),
    siteId: siteIdColumn(),
    plug: text('plug').$type<Plug>().notNull(),
    /** Whether the driver didn't come when it was their turn. */
    missed: boolean('missed').notNull(),
    joinedAt: instant('joined_at').notNull(),
  },
  (table) => [
    // One place per account, whichever of its devices requested it.
    uniqueIndex('waiting_places_user').on(table.userId),
    index('waiting_places_site').on(table.siteId),
  ],
);

export type WaitingPlaceRow = typeof waitingPlaces.$inferSelect;
