/** The ledger (double entry, append only, integer cents), holds, orders, and saved cards. */

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
import { sql } from '../orm.ts';
import { identity, instant, ownerId, requiredId } from './people.ts';

/**
 * Accounts of each user: `wallet` (free credit), `held` (reserved for running charges), `owed`
 * (cost of charges beyond the credit, negative until later credit pays it), `returning` (on its way
 * back to the original payment method). Accounts of the house:
 * `cash` (received by the payment provider, negative since it is the source of all credit),
 * `revenue` (charges sold) and `fees` (what the payment provider keeps, negative since it is a cost).
 */
export type AccountKind = 'wallet' | 'held' | 'owed' | 'returning' | 'cash' | 'revenue' | 'fees';

const cents = (name: string) => bigint(name, { mode: 'number' });

export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: identity(),
    kind: text('kind').$type<AccountKind>().notNull(),
    /** 0 for the house: a unique index ignores nulls. No foreign key: the ledger outlives users. */
    userId: integer('user_id').notNull(),
    /**
     * Sum of the entries, updated by a trigger. Always 0 for the house: otherwise every transfer
     * would wait for the previous one.
     */
    cents: cents('cents').notNull().default(0),
  },
  (table) => [uniqueIndex('ledger_accounts_owner').on(table.userId, table.kind)],
);

export type TransferKind = 'topUp' | 'hold' | 'settle' | 'forfeit' | 'refund' | 'dispute' | 'payback' | 'fee';

export const ledgerTransfers = pgTable(
  'ledger_transfers',
  {
    id: identity(),
    kind: text('kind').$type<TransferKind>().notNull(),
    /**
     * Cause of the transfer, such as `order:7`, `hold:3:500`, `settle:3`, `refund:2`,
     * `dispute:7:1`, `payback:5:done` or `fee:7:0:99`. A second transfer with the same reference is refused.
     */
    reference: text('reference').notNull().unique(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // For reports about the payment provider: most transfers are holds and charges.
    index('ledger_transfers_at_provider')
      .on(table.createdAt)
      .where(sql`${table.kind} in ('topUp', 'dispute', 'payback', 'fee')`),
  ],
);

/**
 * Append only: triggers refuse updates and deletions, require that the entries of a transfer sum to
 * zero, and add them to the balance of a user's account.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: identity(),
    transferId: requiredId('transfer_id').references(() => ledgerTransfers.id),
    accountId: requiredId('account_id').references(() => ledgerAccounts.id),
    cents: cents('cents').notNull(),
  },
  (table) => [
    index('ledger_entries_account').on(table.accountId),
    index('ledger_entries_transfer').on(table.transferId),
  ],
);

/** Credit reserved for a charge. */
export const holds = pgTable('holds', {
  id: identity(),
  userId: integer('user_id').notNull(),
  cents: cents('cents').notNull(),
  /** Amount billed at the end; null while open. */
  billedCents: cents('billed_cents'),
  createdAt: instant('created_at').notNull().defaultNow(),
  settledAt: instant('settled_at'),
});

export type OrderState = 'paid' | 'captured' | 'pending' | 'unauthorized' | 'canceled' | 'error';
/**
 * Families of reasons for a refusal, whatever a provider's own codes are. `funds`: credit limit or
 * balance. `card`: blocked, lost, stolen or closed. `expired`: past its date. `data`: number, CVV,
 * holder or tax number. `fraud`: suspected by the issuer or the provider. `retry`: issuer or network
 * unavailable. `issuer`: refused without a reason that helps. `other`: a request that the provider
 * doesn't accept, for example without permission.
 */
export type Refusal = 'funds' | 'card' | 'expired' | 'data' | 'fraud' | 'retry' | 'issuer' | 'other';
/** Data with which a user pays a Pix: `orderData` of the API. */
interface PixData {
  /** ISO 8601. A later payment is credited as well. */
  due_date: string;
  pix: { qrcode_text: string };
}
/** `orderOtId` of the API. */
export const ORDER_TOP_UP = 0;
export const ORDER_CHARGE = 1;
/** Of live messages about credit that goes back. */
export const ORDER_PAYBACK = 2;

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    userId: ownerId(),
    kind: integer('kind').notNull(),
    state: text('state').$type<OrderState>().notNull(),
    cents: cents('cents').notNull(),
    /** Id of the invoice at the payment provider. */
    invoiceId: text('invoice_id'),
    /** `id` is that of a saved card. After the account's deletion only `item_type` remains. */
    paymentMethod: jsonb('payment_method').$type<{ id?: number; description: string; item_type: string }>(),
    data: jsonb('data').$type<PixData>(),
    /** Key of the top-up call; null for orders of charges and of deleted accounts. */
    idempotencyKey: text('idempotency_key'),
    /** The bank's id of a Pix payment. Unique, so that a payment is credited only once. */
    endToEndId: text('end_to_end_id').unique(),
    /** Our reference at the payment provider, random; null for orders that it isn't asked about. */
    txid: text('txid').unique(),
    /** Account at the payment provider (`account` of its port); null for orders of older releases. */
    provider: text('provider'),
    /** Requested amount, if another one was paid. */
    requestedCents: cents('requested_cents'),
    /** What the provider keeps of the payment, as the ledger has it; null until it is known. */
    feeCents: cents('fee_cents'),
    /** Why the card was declined. */
    refusal: text('refusal').$type<Refusal>(),
    /**
     * When the provider is asked about it next. Null ends that, except for open orders, which are
     * then asked about at once.
     */
    nextLookUpAt: instant('next_look_up_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('orders_user').on(table.userId, table.updatedAt),
    uniqueIndex('orders_key').on(table.userId, table.idempotencyKey),
    index('orders_to_look_up')
      .on(table.createdAt)
      .where(sql`${table.nextLookUpAt} is not null or ${table.state} in ('pending', 'captured')`),
    index('orders_invoice').on(table.invoiceId).where(sql`${table.invoiceId} is not null`),
  ],
);

export type OrderRow = typeof orders.$inferSelect;

export const orderItems = pgTable(
  'order_items',
  {
    orderId: requiredId('order_id').references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    /** Number of units (kWh, minutes, or 1), and BRL per unit. */
    quantity: doublePrecision('quantity').notNull(),
    price: doublePrecision('price').notNull(),
    cents: cents('cents').notNull(),
    refunded: boolean('refunded').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.orderId, table.position] })],
);

/** Amounts that an operator gave back to the wallet for a charge. */
export const refunds = pgTable(
  'refunds',
  {
    id: identity(),
    /** The charge's order. */
    orderId: requiredId('order_id').references(() => orders.id),
    /** The settled hold of the refunded bill. */
    holdId: requiredId('hold_id').references(() => holds.id),
    /** As given back; the ledger has it as `refund:{id}`. */
    givenCents: cents('given_cents').notNull(),
    /** What of it is still a refund: a late stop that lowers the bill replaces the rest. */
    cents: cents('cents').notNull(),
    /** Positions of the lines that were refunded; null if it was an amount, or the bill has changed. */
    lines: jsonb('lines').$type<number[]>(),
    /** Written by the operator, not shown to the driver. */
    reason: text('reason').notNull(),
    /** No foreign key: a refund outlives its operator's account. */
    operatorId: integer('operator_id').notNull(),
    /** `Idempotency-Key` of the call, and a hash of its content. */
    idempotencyKey: text('idempotency_key').notNull(),
    contentHash: text('content_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('refunds_order').on(table.orderId),
    index('refunds_hold').on(table.holdId),
    uniqueIndex('refunds_key').on(table.operatorId, table.idempotencyKey),
  ],
);

export type RefundRow = typeof refunds.$inferSelect;

/** A top-up that the provider reversed: disputed by the card's holder, or a returned Pix. */
export const disputes = pgTable('disputes', {
  orderId: integer('order_id')
    .primaryKey()
    .references(() => orders.id),
  /** `won`: the provider has paid again, and the credit is back. */
  state: text('state').$type<'open' | 'won' | 'lost'>().notNull(),
  /** What the provider has now, 0 if the dispute is won. */
  cents: cents('cents').notNull(),
  /** Number of transfers so far: `dispute:{orderId}:{transfers}` in the ledger. */
  transfers: integer('transfers').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Results of the daily comparison with the payment providers, the newest of which is a metric. */
export const reconciliations = pgTable('reconciliations', {
  /** Last local day that was compared, for example 2026-11-30. */
  day: text('day').primaryKey(),
  /** Number of differences of each kind. */
  differences: jsonb('differences').$type<Record<string, number>>().notNull(),
  at: instant('at').notNull(),
});

export type PaybackState = 'pending' | 'done' | 'rejected';

/**
 * Credit that goes back to the original payment method. The ledger has it as `payback:{id}`, and
 * its end as `payback:{id}:done` or `payback:{id}:rejected`.
 */
export const paybacks = pgTable(
  'paybacks',
  {
    id: identity(),
    userId: ownerId(),
    /** The top-up that it is given back of. */
    orderId: requiredId('order_id').references(() => orders.id),
    cents: cents('cents').notNull(),
    /** `pending`: it may or may not have reached the provider. `rejected`: it is credit again. */
    state: text('state').$type<PaybackState>().notNull().default('pending'),
    /** Names the payment at the provider, where refunds of one are made one at a time. */
    payment: text('payment').notNull(),
    /** Our reference at the provider, random. */
    reference: text('reference').notNull().unique(),
    /** Sum of the payment's earlier refunds at the provider; null until this one is requested. */
    refundedBefore: cents('refunded_before'),
    /** The bank's id of the payment that went back, if the provider says it. */
    bankId: text('bank_id'),
    /** Why the provider rejected it, for the operator. */
    refusal: text('refusal'),
    /** Key of the driver's call; null if no driver requested it, and for deleted accounts. */
    idempotencyKey: text('idempotency_key'),
    nextTryAt: instant('next_try_at').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('paybacks_user').on(table.userId, table.createdAt),
    index('paybacks_order').on(table.orderId),
    index('paybacks_due').on(table.nextTryAt).where(sql`${table.state} = 'pending'`),
    index('paybacks_open').on(table.payment, table.id).where(sql`${table.state} = 'pending'`),
  ],
);

export type PaybackRow = typeof paybacks.$inferSelect;

/** A saved card. Only the provider stores its number and CVV. */
export const paymentMethods = pgTable(
  'payment_methods',
  {
    id: identity(),
    userId: ownerId(),
    /** Token with which the provider charges the card. */
    providerToken: text('provider_token').notNull(),
    /** SHA-256 in hex of the token that it was saved with: a repeated save finds the same card. */
    savedWith: text('saved_with').notNull(),
    /** For example `visa 4242`. */
    description: text('description').notNull(),
    /** For example `XXXX-XXXX-XXXX-4242`. */
    displayNumber: text('display_number').notNull(),
    holderName: text('holder_name').notNull(),
    month: integer('month').notNull(),
    year: integer('year').notNull(),
    isDefault: boolean('is_default').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('payment_methods_saved_with').on(table.userId, table.savedWith),
    uniqueIndex('payment_methods_default').on(table.userId).where(sql`${table.isDefault}`),
  ],
);

/** Customers at the payment providers: one for each user and account there. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    userId: ownerId(),
    /** `account` of the provider's port. */
    account: text('account').notNull(),
    customerId: text('customer_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.account] })],
);

/** Cards that were removed here and not yet by the provider. Doesn't record their owners. */
export const cardsToDelete = pgTable('cards_to_forget', {
  providerToken: text('provider_token').primaryKey(),
  tries: integer('tries').notNull().default(0),
  nextTryAt: instant('next_try_at').notNull().defaultNow(),
});
