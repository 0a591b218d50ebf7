/** What operators have at a site: the fleet that charges there, the valets, and the vehicles handed over to them. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { startAttempts } from './charging.ts';
import { instant, users } from './people.ts';
import { sites } from './sites.ts';
import { vehicles } from './vehicles.ts';

/** Which vehicles are a site's fleet, and what they told of their battery last. */
export const fleetVehicles = pgTable(
  'fleet_vehicles',
  {
    vehicleId: integer('vehicle_id')
      .primaryKey()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** Percent; null, as the time is, until the vehicle tells for the first time. */
    telemetrySoc: real('telemetry_soc'),
    telemetryAt: instant('telemetry_at'),
  },
  (table) => [index('fleet_vehicles_site').on(table.siteId)],
);

/** A user is valet of sites. */
export const siteValets = pgTable(
  'site_valets',
  {
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.userId] }),
    index('site_valets_user').on(table.userId),
  ],
);

/**
 * Vehicles handed over to the valets of a site. A row says which attempt to charge is its own; how that stands, charging
 * or not, is told by the attempt and its transaction alone.
 */
export const valetQueue = pgTable(
  'valet_queue',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    siteId: integer('site_id')
      .notNull()
      .references(() => sites.id, { onDelete: 'cascade' }),
    /** The number of the piece that lies on the car's roof. */
    prisma: text('prisma').notNull(),
    /** As `AAA-1234` or `AAA1A23`; null once its driver deleted their account. */
    plate: text('plate'),
    /** Null while the vehicle is only announced (by the site's own system, here the demo's data), until a valet adds it. */
    queuedAt: instant('queued_at'),
    /** The newest attempt to charge it; null before the first. */
    attemptId: integer('attempt_id').references(() => startAttempts.id, { onDelete: 'set null' }),
    /** By our clock; null until its charge has ended. */
    finishedAt: instant('finished_at'),
  },
  (table) => [
    // However many operators add a vehicle at once, it is in the queue once. Its plate may come again another day.
    uniqueIndex('valet_queue_plate').on(table.siteId, table.plate).where(sql`finished_at is null`),
    uniqueIndex('valet_queue_attempt').on(table.attemptId),
  ],
);
