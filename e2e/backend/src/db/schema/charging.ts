/** Charges, and the attempts that lead to them. */
import type { PriceProfilePeriod, RemoteAnswer } from '@shared/contract';
import type { BillLine } from '@shared/tariff';
import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { holds, orders } from './money.ts';
import { instant, users } from './people.ts';
import { connectors } from './sites.ts';
import { vehicles } from './vehicles.ts';

/**
 * - `pending`: the charge point is being asked
 * - `accepted`: it said yes, the car isn't plugged in yet
 * - `started`: there is a transaction
 * - `failed`: refused, timed out, or accepted too late; `errorCode` says why
 * - `expired`: nobody plugged in before the deadline
 */
export type AttemptStatus = 'pending' | 'accepted' | 'started' | 'failed' | 'expired';

export const startAttempts = pgTable(
  'start_attempts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    /** Hash of the request's content: the same key with other content is refused. */
    contentHash: text('content_hash').notNull(),
    chargePointId: text('charge_point_id').notNull(),
    connectorId: integer('connector_id').notNull(),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    /** Of this attempt alone; at most 20 characters (OCPP's IdToken). */
    idTag: text('id_tag').notNull().unique(),
    holdId: integer('hold_id').references(() => holds.id),
    /** The price in force at the start. */
    price: jsonb('price').$type<PriceProfilePeriod>().notNull(),
    status: text('status').$type<AttemptStatus>().notNull().default('pending'),
    errorCode: text('error_code'),
    /** What the call answered, once it did. */
    answer: jsonb('answer').$type<RemoteAnswer>(),
    /** After this instant a start is too late. */
    deadline: instant('deadline').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('start_attempts_key').on(table.userId, table.idempotencyKey),
    index('start_attempts_open').on(table.status, table.deadline),
    foreignKey({
      columns: [table.chargePointId, table.connectorId],
      foreignColumns: [connectors.chargePointId, connectors.connectorId],
    }),
  ],
);

export const transactions = pgTable(
  'transactions',
  {
    /** The `transactionId` of OCPP, too. */
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    chargePointId: text('charge_point_id').notNull(),
    connectorId: integer('connector_id').notNull(),
    /** Who pays; null for an operator's own card. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    attemptId: integer('attempt_id').references(() => startAttempts.id, { onDelete: 'set null' }),
    holdId: integer('hold_id').references(() => holds.id),
    idTag: text('id_tag').notNull(),
    meterStartWh: bigint('meter_start_wh', { mode: 'number' }).notNull(),
    /** Last register told; null where the charge point sends no meter values. */
    meterLastWh: bigint('meter_last_wh', { mode: 'number' }),
    meterStopWh: bigint('meter_stop_wh', { mode: 'number' }),
    soc: real('soc'),
    /** By our clock, like every other instant here that isn't named after the charge point. */
    startedAt: instant('started_at').notNull(),
    stoppedAt: instant('stopped_at'),
    /** As the charge point sent them, for support. Its clock may be wrong. */
    chargePointStartedAt: instant('charge_point_started_at').notNull(),
    chargePointStoppedAt: instant('charge_point_stopped_at'),
    stopReason: text('stop_reason'),
    /** Since when the car takes nothing while plugged in (SuspendedEV, Finishing); null while it does. */
    suspendedAt: instant('suspended_at'),
    /** When the newest meter value was taken: older ones that come later change nothing. */
    sampledAt: instant('sampled_at'),
    /** Since when we want it ended; the charge point is asked again whenever it shows that it hasn't. */
    stopWantedAt: instant('stop_wanted_at'),
    /** Before this instant the charge point isn't asked to stop again. */
    stopRetryAt: instant('stop_retry_at'),
    /** Earlier suspensions, from and to in milliseconds since 1970: what lies after the stop turns out not to count. */
    suspensions: jsonb('suspensions').$type<[number, number][]>().notNull().default([]),
    /** Their sum so far, in seconds. */
    overstaySeconds: integer('overstay_seconds').notNull().default(0),
    /** The price in force at the start; null where nobody is billed. */
    price: jsonb('price').$type<PriceProfilePeriod>(),
    /** Why an operator should check this charge, for example an implausible meter. Null if nothing is wrong. */
    reviewReason: text('review_reason'),
    /** The tariff's lines as they were billed. */
    bill: jsonb('bill').$type<BillLine[]>(),
    billCents: bigint('bill_cents', { mode: 'number' }),
    orderId: integer('order_id').references(() => orders.id),
  },
  (table) => [
    // A start that is replayed after an outage is the same charge, whatever its message id.
    uniqueIndex('transactions_start').on(
      table.chargePointId,
      table.connectorId,
      table.idTag,
      table.meterStartWh,
      table.chargePointStartedAt,
    ),
    index('transactions_user').on(table.userId, table.startedAt),
    index('transactions_attempt').on(table.attemptId),
    index('transactions_open')
      .on(table.chargePointId, table.connectorId)
      .where(sql`${table.stoppedAt} is null`),
    foreignKey({
      columns: [table.chargePointId, table.connectorId],
      foreignColumns: [connectors.chargePointId, connectors.connectorId],
    }),
  ],
);

/** StopTransactions that belong to no charge we know: kept, for whoever has to settle a complaint. */
export const unknownStops = pgTable(
  'unknown_stops',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    chargePointId: text('charge_point_id').notNull(),
    /** As the charge point said it; −1 where it had forgotten it. */
    transactionId: integer('transaction_id').notNull(),
    idTag: text('id_tag'),
    meterStopWh: bigint('meter_stop_wh', { mode: 'number' }).notNull(),
    stoppedAt: instant('stopped_at').notNull(),
    reason: text('reason'),
    receivedAt: instant('received_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('unknown_stops_once').on(
      table.chargePointId,
      table.transactionId,
      table.meterStopWh,
      table.stoppedAt,
    ),
  ],
);

/** Answers already given to a write's `Idempotency-Key`. */
export const idempotencyAnswers = pgTable(
  'idempotency_answers',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    contentHash: text('content_hash').notNull(),
    status: integer('status'),
    answer: jsonb('answer'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);
