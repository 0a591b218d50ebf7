/** The ledger (double entry, append only, integer cents), holds, and orders. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant, users } from './people.ts';

/**
 * Of each user: `wallet` (free credit), `held` (reserved for running charges), `owed` (what charges cost beyond the
 * credit, below zero until later credit pays it). Of the house: `cash` (received by the payment provider, below zero as it
 * is the source of all credit) and `revenue` (charges sold).
 */
export type AccountKind = 'wallet' | 'held' | 'owed' | 'cash' | 'revenue';

const cents = (name: string) => bigint(name, { mode: 'number' });

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').$type<AccountKind>().notNull(),
    /** 0 for the house, so that the pair is unique without nulls. No foreign key: a ledger outlives its user. */
    userId: integer('user_id').notNull(),
  },
  (table) => [uniqueIndex('ledger_accounts_owner').on(table.kind, table.userId)],
);

export type TransferKind = 'topUp' | 'hold' | 'settle' | 'forfeit';

export const ledgerTransfers = pgTable('ledger_transfers', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  kind: text('kind').$type<TransferKind>().notNull(),
  /** What it happened for, once: `order:7`, `hold:3:500`, `settle:3`. A second transfer of the same reference is refused. */
  reference: text('reference').notNull().unique(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Never updated or deleted (a trigger refuses), and the entries of a transfer sum to zero (another one). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    transferId: integer('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: integer('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    cents: cents('cents').notNull(),
  },
  (table) => [
    index('ledger_entries_account').on(table.accountId),
    index('ledger_entries_transfer').on(table.transferId),
  ],
);

/** Credit reserved for a charge. */
export const holds = pgTable('holds', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  userId: integer('user_id').notNull(),
  cents: cents('cents').notNull(),
  /** What was billed at the end; null while open. */
  billedCents: cents('billed_cents'),
  createdAt: instant('created_at').notNull().defaultNow(),
  settledAt: instant('settled_at'),
});

export type OrderState = 'paid' | 'captured' | 'pending' | 'unauthorized' | 'canceled' | 'error';
/** What a Pix is paid by: `orderData` of the API. */
export interface PixData {
  /** ISO 8601. A payment after it counts all the same. */
  due_date: string;
  pix: { qrcode_text: string };
}
/** `orderOtId` of the API. */
export const ORDER_TOP_UP = 0;
export const ORDER_CHARGE = 1;

export const orders = pgTable(
  'orders',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: integer('kind').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    cents: cents('cents').notNull(),
    /** The payment provider's name for it. */
    invoiceId: text('invoice_id'),
    /** `id` is that of the saved card, while there is one. Of a deleted account `item_type` alone is left. */
    paymentMethod: jsonb('payment_method').$type<{ id?: number; description: string; item_type: string }>(),
    data: jsonb('data').$type<PixData>(),
    /** Of the top-up that made it; a charge's order has none, nor has one of a deleted account. */
    idempotencyKey: text('idempotency_key'),
    /** The bank's name for the payment of a Pix: the same one pays once, whatever order it is told for. */
    endToEndId: text('end_to_end_id').unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('orders_user').on(table.userId, table.createdAt),
    uniqueIndex('orders_key').on(table.userId, table.idempotencyKey),
    index('orders_open')
      .on(table.createdAt)
      .where(sql`${table.state} in ('pending', 'captured', 'canceled')`),
  ],
);

export const orderItems = pgTable(
  'order_items',
  {
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    /** How many (kWh, minutes, or once), and BRL for one. */
    quantity: doublePrecision('quantity').notNull(),
    price: doublePrecision('price').notNull(),
    cents: cents('cents').notNull(),
    refunded: boolean('refunded').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);
