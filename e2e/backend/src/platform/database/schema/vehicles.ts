/** Vehicles, and the cards and cars that start a charge at the charge point itself. */

import { boolean, index, integer, pgTable, primaryKey, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { identity, instant, ownerId, requiredId, users } from './people.ts';
import { chargePoints } from './sites.ts';

/** Id 0 is `_unknown`, for a make that isn't listed. */
export const manufacturers = pgTable('manufacturers', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

export const models = pgTable('models', {
  id: integer('id').primaryKey(),
  manufacturerId: requiredId('manufacturer_id').references(() => manufacturers.id),
  name: text('name').notNull(),
  batteryKwh: real('battery_kwh').notNull(),
  /** Limit of the car's on-board charger. */
  maxAcKw: real('max_ac_kw').notNull(),
  /** Typical range per kWh, for estimates. */
  kmPerKwh: real('km_per_kwh').notNull().default(6),
});

export const vehicles = pgTable(
  'vehicles',
  {
    id: identity(),
    userId: ownerId(),
    modelId: requiredId('model_id').references(() => models.id),
    name: text('name').notNull(),
    plate: text('plate').notNull(),
  },
  (table) => [uniqueIndex('vehicles_user_plate').on(table.userId, table.plate)],
);

/**
 * What a charge point reads itself: cards, and the identifiers of cars. A card without a user belongs to
 * an operator: its charges aren't billed, and its vehicle, if any, appears on the site's board.
 */
export const idTags = pgTable(
  'id_tags',
  {
    /** Names it in calls, so that no URL has the tag. */
    id: identity(),
    tag: text('tag').notNull(),
    label: text('label').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    /** Whether it is the identifier of the vehicle, as `carIdentifierOf` returns it. */
    isCar: boolean('is_car').notNull().default(false),
    /** When its user blocked it. */
    blockedAt: instant('blocked_at'),
    /** When a card expires; null if it never does. */
    validUntil: instant('valid_until'),
    /** When the charge began during which a car was linked. Null for cards. */
    linkedAt: instant('linked_at'),
    /**
     * When a car's link ended. It is kept a while: a charge point that was offline may still report the
     * car's charges of before.
     */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('id_tags_tag').on(table.tag).where(sql`ended_at is null`),
    // Tags are case-insensitive (OCPP 1.6 §7.28, IdToken is a CiString20Type).
    index('id_tags_upper').on(sql`upper(${table.tag})`),
    index('id_tags_user').on(table.userId),
  ],
);

export type IdTagRow = typeof idTags.$inferSelect;

/** The last unknown car that a charge point recognised at each connector. Kept for minutes. */
export const seenCars = pgTable(
  'seen_cars',
  {
    chargePointId: text('charge_point_id')
      .notNull()
      .references(() => chargePoints.id, { onDelete: 'cascade' }),
    connectorId: requiredId('connector_id'),
    tag: text('tag').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.chargePointId, table.connectorId] })],
);
