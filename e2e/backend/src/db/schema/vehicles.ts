/** Vehicles, and the cards by which a vehicle or an operator starts a charge at the charge point itself. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './people.ts';

/** Id 0 is `_unknown`, for a make that isn't listed. */
export const manufacturers = pgTable('manufacturers', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
});

export const models = pgTable('models', {
  id: integer('id').primaryKey(),
  manufacturerId: integer('manufacturer_id')
    .notNull()
    .references(() => manufacturers.id),
  name: text('name').notNull(),
  batteryKwh: real('battery_kwh').notNull(),
  /** What the car's own charger takes at most on alternating current. */
  maxAcKw: real('max_ac_kw').notNull(),
  /** How far a kWh usually takes it: what a range is estimated by. */
  kmPerKwh: real('km_per_kwh').notNull().default(6),
});

export const vehicles = pgTable(
  'vehicles',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    modelId: integer('model_id')
      .notNull()
      .references(() => models.id),
    name: text('name').notNull(),
    plate: text('plate').notNull(),
  },
  (table) => [uniqueIndex('vehicles_user_plate').on(table.userId, table.plate)],
);

/**
 * Cards that a charge point reads by itself. A card without a user is an operator's own: what it charges is billed to
 * nobody, and its vehicle, if any, is shown on the site's board.
 */
export const idTags = pgTable(
  'id_tags',
  {
    tag: text('tag').primaryKey(),
    label: text('label').notNull(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
  },
  // Tags are compared without case (OCPP 1.6 §7.28, IdToken is a CiString20Type).
  (table) => [index('id_tags_upper').on(sql`upper(${table.tag})`)],
);
