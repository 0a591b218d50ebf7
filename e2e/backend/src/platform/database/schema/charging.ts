/** Charges, the attempts to start them, and the coupons that they use. */

import type { BillLine, Exclusion } from '@shared/charging';
import type { StopReason } from '@shared/charging/stop-reason';
import type { CouponType, PriceProfilePeriod } from '@shared/contract';
import {
  bigint,
  boolean,
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
import { sql } from '../orm.ts';
import { holds, orders } from './money.ts';
import { brands, identity, instant, ownerId, requiredId, users } from './people.ts';
import { connectors, sites } from './sites.ts';
import { vehicles } from './vehicles.ts';

/**
 * - `pending`: the charge point hasn't responded yet
 * - `accepted`: the charge point accepted; the car isn't plugged in yet
 * - `started`: there is a transaction
 * - `failed`: rejected, timed out, or accepted too late; `errorCode` has the reason
 * - `expired`: no car was plugged in before the deadline
 *
 * A charge that begins after all, or reports its start late, still makes it `started`.
 */
export type AttemptStatus = 'pending' | 'accepted' | 'started' | 'failed' | 'expired';

export const startAttempts = pgTable(
  'start_attempts',
  {
    id: identity(),
    userId: ownerId(),
    idempotencyKey: text('idempotency_key').notNull(),
    chargePointId: text('charge_point_id').notNull(),
    connectorId: integer('connector_id').notNull(),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    /** Used by this attempt only; at most 20 characters (OCPP's IdToken). */
    idTag: text('id_tag').notNull().unique(),
    holdId: integer('hold_id').references(() => holds.id),
    /** The price in force at the start. */
    price: jsonb('price').$type<PriceProfilePeriod>().notNull(),
    status: text('status').$type<AttemptStatus>().notNull().default('pending'),
    errorCode: text('error_code'),
    /** A transaction that begins after this instant is too late; see `isWanted`. */
    deadline: instant('deadline').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('start_attempts_key').on(table.userId, table.idempotencyKey),
    index('start_attempts_open').on(table.status, table.deadline),
    index('start_attempts_connector').on(table.chargePointId, table.connectorId, table.createdAt),
    foreignKey({
      columns: [table.chargePointId, table.connectorId],
      foreignColumns: [connectors.chargePointId, connectors.connectorId],
    }),
  ],
);

/** Charges without an account. Each has a user of its own, which its Pix credits and its charge bills. */
export const guestCharges = pgTable(
  'guest_charges',
  {
    userId: ownerId().primaryKey(),
    /** The Pix. Further payments of its code are orders with the same `invoiceId`. */
    orderId: requiredId('order_id').references(() => orders.id),
    /** No foreign key: unpaid codes don't keep a connector in the network. */
    chargePointId: text('charge_point_id').notNull(),
    connectorId: integer('connector_id').notNull(),
    /** For the receipt; deleted after 90 days. */
    email: text('email'),
    createdAt: instant('created_at').notNull(),
    /** When it was paid in time, so that it is to start. */
    paidAt: instant('paid_at'),
    /** When nothing more was to be billed: all credit goes back since. */
    closedAt: instant('closed_at'),
    /** Why no charge has begun. */
    refusal: text('refusal'),
  },
  (table) => [
    index('guest_charges_connector').on(table.chargePointId, table.connectorId, table.createdAt),
    index('guest_charges_open')
      .on(table.paidAt)
      .where(sql`${table.paidAt} is not null and ${table.closedAt} is null`),
  ],
);

/**
 * `isWholeChargePoint`: reported for connector 0, the charge point itself. `until`: when the exclusion
 * ends if nothing ends it earlier, in ms since 1970.
 */
export type StoredExclusion = Exclusion & { isWholeChargePoint?: true; until?: number };

/** Stop reason of a charge that the server closed. A later StopTransaction corrects the bill. */
export const PRESUMED = 'Presumed';

export const transactions = pgTable(
  'transactions',
  {
    /** Also the `transactionId` of OCPP 1.6. */
    id: identity(),
    chargePointId: text('charge_point_id').notNull(),
    connectorId: integer('connector_id').notNull(),
    /** The id that the charge point made (OCPP 2.0.1); null in OCPP 1.6. */
    stationTransactionId: text('station_transaction_id'),
    /** The paying user; null for an operator's own card. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    vehicleId: integer('vehicle_id').references(() => vehicles.id, { onDelete: 'set null' }),
    attemptId: integer('attempt_id').references(() => startAttempts.id, { onDelete: 'set null' }),
    holdId: integer('hold_id').references(() => holds.id),
    idTag: text('id_tag').notNull(),
    meterStartWh: bigint('meter_start_wh', { mode: 'number' }).notNull(),
    /** Last meter register received; null if the charge point sends no meter values. */
    meterLastWh: bigint('meter_last_wh', { mode: 'number' }),
    meterStopWh: bigint('meter_stop_wh', { mode: 'number' }),
    soc: real('soc'),
    /** By the server's clock, like every instant that isn't named after the charge point. */
    startedAt: instant('started_at').notNull(),
    stoppedAt: instant('stopped_at'),
    /** The charge point's own times, for support. Its clock may be wrong. */
    chargePointStartedAt: instant('charge_point_started_at').notNull(),
    chargePointStoppedAt: instant('charge_point_stopped_at'),
    /** Whether the start's time had no zone and was in UTC: the later ones without a zone are, too. */
    unzonedUtc: boolean('unzoned_utc').notNull().default(false),
    /** The `Reason` that the charge point sent, or `Presumed`. */
    ocppStopReason: text('stop_reason'),
    /** Why the charge ended, as shown to the driver; null while it runs or if unknown. */
    stopReason: text('end_reason').$type<StopReason>(),
    /** When the car stopped drawing energy (SuspendedEV, Finishing); null while it draws energy. */
    suspendedAt: instant('suspended_at'),
    /** Time of the newest meter value; older ones that arrive later are ignored. */
    sampledAt: instant('sampled_at'),
    /**
     * When the stop was decided, or last requested by the driver. The request is repeated until the
     * charge ends.
     */
    stopWantedAt: instant('stop_wanted_at'),
    /** Why the server requests the stop. */
    stopRequestedBy: text('stop_requested_by').$type<StopReason>(),
    /** No stop request is sent before this instant. */
    stopRetryAt: instant('stop_retry_at'),
    /**
     * When the driver cancelled waiting for the plug just after the charge had begun, or when a
     * charge began that wasn't accepted. Without energy it costs nothing.
     */
    waitCancelledAt: instant('wait_cancelled_at'),
    /** Earlier suspensions as [from, to] in ms since 1970. Parts after the stop don't count. */
    suspensions: jsonb('suspensions').$type<[number, number][]>().notNull().default([]),
    /**
     * Periods that aren't billed, or not as charging: the charge point was offline, faulted,
     * unavailable or locked, or paused the charge.
     */
    exclusions: jsonb('exclusions').$type<StoredExclusion[]>().notNull().default([]),
    /** Suspended seconds without exclusions, including the grace period; set at the end. */
    overstaySeconds: integer('overstay_seconds').notNull().default(0),
    /** Price in force at the start; null if no user is billed. */
    price: jsonb('price').$type<PriceProfilePeriod>(),
    /** Why an operator should check this charge, for example an implausible meter value. */
    reviewReason: text('review_reason'),
    /** The `reviewReason` that an operator has dealt with. Another one is to be reviewed again. */
    reviewedReason: text('reviewed_reason'),
    /** Billed lines of the tariff. */
    bill: jsonb('bill').$type<BillLine[]>(),
    billCents: bigint('bill_cents', { mode: 'number' }),
    orderId: integer('order_id').references(() => orders.id),
  },
  (table) => [
    // A start repeated after an outage is the same charge, whatever its message id. Queries use
    // only the leading columns, since the tag's case and the time may differ.
    uniqueIndex('transactions_start').on(
      table.chargePointId,
      table.connectorId,
      table.meterStartWh,
      table.chargePointStartedAt,
      table.idTag,
      // Charge points that make the ids never repeat a start with another one.
      sql`coalesce(${table.stationTransactionId}, '')`,
    ),
    uniqueIndex('transactions_station')
      .on(table.chargePointId, table.stationTransactionId)
      .where(sql`${table.stationTransactionId} is not null`),
    index('transactions_user').on(table.userId, table.startedAt),
    index('transactions_vehicle')
      .on(table.vehicleId, table.startedAt)
      .where(sql`${table.vehicleId} is not null`),
    index('transactions_attempt').on(table.attemptId),
    index('transactions_order').on(table.orderId),
    index('transactions_connector').on(table.chargePointId, table.connectorId, table.stoppedAt),
    index('transactions_open')
      .on(table.chargePointId, table.connectorId)
      .where(sql`${table.stoppedAt} is null`),
    foreignKey({
      columns: [table.chargePointId, table.connectorId],
      foreignColumns: [connectors.chargePointId, connectors.connectorId],
    }),
  ],
);

export type GuestChargeRow = typeof guestCharges.$inferSelect;
export type AttemptRow = typeof startAttempts.$inferSelect;
export type TransactionRow = typeof transactions.$inferSelect;

/**
 * Meter values as charge points reported them, kept for settling complaints; bills are computed
 * from `transactions`. Partitioned by month of `sampledAt` (`domain/charging/meter-values/months.ts`). Has no
 * foreign key, because adding or replacing a month would lock `transactions`.
 */
export const meterValues = pgTable(
  'meter_values',
  {
    transactionId: requiredId('transaction_id'),
    /** By the server's clock. */
    sampledAt: instant('sampled_at').notNull(),
    /** Energy register; null if it wasn't reported. */
    wh: bigint('wh', { mode: 'number' }),
    powerW: real('power_w'),
    soc: real('soc'),
  },
  (table) => [primaryKey({ columns: [table.transactionId, table.sampledAt] })],
);

/** What the events of a transaction of OCPP 2.0.1 have shown so far. Times are in ms since 1970. */
export interface StationTransactionState {
  /** The numbers of the events that have arrived, as ranges. */
  seen: [from: number, to: number][];
  startedSeqNo?: number;
  evse?: { seqNo: number; id: number; connectorId?: number | undefined };
  /** The first tokens and requests that show who began the charge. */
  idTag?: { seqNo: number; at: number; value: string };
  remoteStart?: { seqNo: number; at: number; value: number };
  /** The lowest register and those before the charge's energy, with their times, in rising order. */
  registers: [wh: number, at: number][];
  /** Whether energy has flown. */
  hasCharged?: true;
  /** The last event as it was sent, while earlier ones are missing. */
  ended?: { seqNo: number; receivedAt: number; event: Record<string, unknown> };
}

/**
 * Transactions of OCPP 2.0.1. Their events may arrive in any order. Deleted some time after the
 * last event.
 */
export const stationTransactions = pgTable(
  'station_transactions',
  {
    chargePointId: text('charge_point_id').notNull(),
    /** Made by the charge point. */
    id: text('id').notNull(),
    state: jsonb('state').$type<StationTransactionState>().notNull(),
    /** When the charge ends although events are missing; null if there is nothing to end. */
    endDueAt: instant('end_due_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargePointId, table.id] }),
    index('station_transactions_due').on(table.endDueAt).where(sql`${table.endDueAt} is not null`),
    index('station_transactions_updated').on(table.updatedAt),
  ],
);

/**
 * Meter values that the meter of a charge point has signed, for disputes. The data may contain the
 * tag of a card, and can't be changed without making the signature invalid.
 */
export const signedMeterValues = pgTable(
  'signed_meter_values',
  {
    id: identity(),
    transactionId: requiredId('transaction_id').references(() => transactions.id, { onDelete: 'cascade' }),
    /** By the charge point's clock. */
    measuredAt: instant('measured_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** As in OCPP, for example `Transaction.End`. */
    context: text('context'),
    /** For example `OCMF`; null if it isn't recognized. */
    format: text('format'),
    publicKey: text('public_key'),
    /** Exactly as sent. */
    data: text('data').notNull(),
  },
  (table) => [
    uniqueIndex('signed_meter_values_once').on(table.transactionId, sql`md5(${table.data})`),
    index('signed_meter_values_age').on(table.receivedAt),
  ],
);

/** StopTransactions of unknown charges, kept for settling complaints. */
export const unknownStops = pgTable(
  'unknown_stops',
  {
    id: identity(),
    chargePointId: text('charge_point_id').notNull(),
    /** As the charge point sent it; −1 if it had lost the id. */
    transactionId: integer('transaction_id').notNull(),
    idTag: text('id_tag'),
    meterStopWh: bigint('meter_stop_wh', { mode: 'number' }).notNull(),
    stoppedAt: instant('stopped_at').notNull(),
    reason: text('reason'),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** When an operator dealt with it. */
    reviewedAt: instant('reviewed_at'),
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

/** Responses already given for an `Idempotency-Key`. */
export const idempotencyResponses = pgTable(
  'idempotency_answers',
  {
    userId: ownerId(),
    key: text('key').notNull(),
    contentHash: text('content_hash').notNull(),
    response: jsonb('answer'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] })],
);

/** Discount coupons. */
export const coupons = pgTable(
  'coupons',
  {
    id: identity(),
    brandId: requiredId('brand_id').references(() => brands.id),
    /** Upper case. */
    code: text('code').notNull(),
    type: text('type').$type<CouponType>().notNull(),
    /** Hundredths of a percent, or of a BRL. */
    hundredths: integer('hundredths').notNull(),
    /** The only site at which it is valid; null for all. */
    siteId: integer('site_id').references(() => sites.id),
    active: boolean('active').notNull().default(true),
    /** No longer valid from this instant on. */
    expiresAt: instant('expires_at'),
  },
  (table) => [uniqueIndex('coupons_code').on(table.brandId, table.code)],
);

/** A coupon that a user has added, usable once. */
export const userCoupons = pgTable(
  'user_coupons',
  {
    id: identity(),
    userId: ownerId(),
    couponId: requiredId('coupon_id').references(() => coupons.id),
    /** Reset to null if no charge began, or its bill has no discount. */
    usedAt: instant('used_at'),
    attemptId: integer('attempt_id').references(() => startAttempts.id, { onDelete: 'set null' }),
    addedAt: instant('added_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('user_coupons_once').on(table.userId, table.couponId),
    index('user_coupons_attempt').on(table.attemptId),
  ],
);
