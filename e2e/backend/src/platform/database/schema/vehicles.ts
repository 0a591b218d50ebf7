/** Vehicles, and the cards with which a driver starts a charge at the charge point itself. */

import { index, integer, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from '../orm.ts';
import { identity, ownerId, requiredId, users } from './people.ts';

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
 * Cards that a charge point reads itself. A card without a user belongs to an operator: its charges
 * aren't billed, and its vehicle, if any, appears on the site's board.
 */
export const idTags = pgTable(
  'id_tags',
  {
    tag: text('tag').primaryKey(),
    label: text('label').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
  },
  // Tags are case-insensitive (OCPP 1.6 §7.28, IdToken is a CiString20Type).
  (table) => [index('id_tags_upper').on(sql`upper(${table.tag})`)],
);
