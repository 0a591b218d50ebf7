/** Operators, and their data at a site: the fleet, the valets, and the vehicles in their queue. */

import { boolean, index, integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { startAttempts } from './charging.ts';
import { identity, instant, ownerId, users } from './people.ts';
import { siteIdColumn } from './sites.ts';
import { vehicles } from './vehicles.ts';

/** Vehicles of a site's fleet, with their last battery report. */
export const fleetVehicles = pgTable(
  'fleet_vehicles',
  {
    vehicleId: integer('vehicle_id')
      .primaryKey()
      .references(() => vehicles.id, { onDelete: 'cascade' }),
    siteId: siteIdColumn(),
    /** Percent; null, like the time, until the first report. */
    telemetrySoc: real('telemetry_soc'),
    telemetryAt: instant('telemetry_at'),
    /** When it departs every day, `HH:MM` in São Paulo. */
    departure: text('departure'),
    /** Energy that it needs for each departure; null for a full battery. */
    requiredKwh: real('required_kwh'),
  },
  (table) => [index('fleet_vehicles_site').on(table.siteId)],
);

/** Users who are valets of a site. */
export const siteValets = pgTable(
  'site_valets',
  {
    siteId: siteIdColumn(),
    userId: ownerId(),
  },
  (table) => [
    primaryKey({ columns: [table.siteId, table.userId] }),
    index('site_valets_user').on(table.userId),
  ],
);

/** Users who may send commands to the charge points of their brand, and refund charges. */
export const operators = pgTable('operators', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Whether the user may change which versions of remotes all brands run. */
  releases: boolean('releases').notNull().default(false),
});

/**
 * Vehicles handed over to the valets of a site. A row references its attempt to charge; the state
 * of the charge is only in the attempt and its transaction.
 */
export const valetQueue = pgTable(
  'valet_queue',
  {
    id: identity(),
    siteId: siteIdColumn(),
    /** Number of the marker on the car's roof. */
    prisma: text('prisma').notNull(),
    /** `AAA-1234` or `AAA1A23`; null once its driver has deleted the account. */
    plate: text('plate'),
    /** Null until a valet adds a vehicle that the site's own system has announced. */
    queuedAt: instant('queued_at'),
    /** The attempt that charges the vehicle, or the newest; null before the first. */
    attemptId: integer('attempt_id').references(() => startAttempts.id, { onDelete: 'set null' }),
    /** By the server's clock; null until the charge has ended. */
    finishedAt: instant('finished_at'),
  },
  (table) => [
    // Valets who add the same vehicle at the same time create one row. After it has finished, the
    // plate can be added again.
    uniqueIndex('valet_queue_plate').on(table.siteId, table.plate).where(sql`finished_at is null`),
    uniqueIndex('valet_queue_attempt').on(table.attemptId),
  ],
);

/** The row that an attempt was for, also after the row has got a newer attempt. */
export const valetStarts = pgTable(
  'valet_starts',
  {
    attemptId: integer('attempt_id')
      .primaryKey()
      .references(() => startAttempts.id, { onDelete: 'cascade' }),
    queueId: integer('queue_id')
      .notNull()
      .references(() => valetQueue.id, { onDelete: 'cascade' }),
  },
  (table) => [index('valet_starts_queue').on(table.queueId)],
);
