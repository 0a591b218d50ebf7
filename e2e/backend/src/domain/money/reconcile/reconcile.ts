/** Compares every payment, refund, dispute and fee that the providers list with ledger and orders. */
import { CREDIT_CARD, PIX } from '@shared/contract';
import pMap from 'p-map';
import { and, eq, gte, inArray, lt, sql } from '../../../platform/database/orm.ts';
import { inBatches } from '../../../platform/database/rows.ts';
import {
  brands,
  disputes,
  ledgerTransfers,
  ORDER_TOP_UP,
  orders,
  type PaybackState,
  paybacks,
  users,
} from '../../../platform/database/schema.ts';
import type { MoneyContext } from '../context.ts';
import { keyOf, resultOf } from '../payment/payments.ts';
import type { CardPort, Movement, Payment, Period, PixPort } from '../payment/ports.ts';
import { feeOf, sumOfRefunds } from '../payment/settle-payment.ts';
import { type Difference, differencesOf, type Money } from './difference.ts';

/** Names per query, and concurrent lookups. */
const CHUNK = 500;
const AT_ONCE = 8;

/** A difference, with the names of its payment. */
export interface Unreconciled extends Difference {
  brand: string;
  method: 'card' | 'pix';
  account: string;
  /** Our reference at the provider (`txid`), or else the provider's id. */
  reference: string;
  orderId: number | undefined;
}

export type Context = Pick<MoneyContext, 'db' | 'clock' | 'payments'>;
type Names = { txids: Set<string>; invoiceIds: Set<string> };
type Named = { [K in 'txid' | 'invoiceId']?: string | null | undefined };

/** The port of one account and method, with a brand that uses it. */
interface Source {
  brand: string;
  method: 'card' | 'pix';
  port: CardPort | PixPort;
  list: NonNullable<PixPort['list']>;
}

/** One payment code or card charge: its orders here, and what the provider lists. */
interface Group {
  key: string;
  orders: Row[];
  movements: Movement[];
}

type Row = Awaited<ReturnType<typeof readOrders>>[number];

/**
 * Returns what differs in a period, and writes nothing. A payment of an unknown order may belong to
 * another installation with the same account: it is returned as missing here.
 * @returns undefined if no provider has a list
 * @throws if a provider fails
 */
export async function reconcile(context: Context, period: Period): Promise<Unreconciled[] | undefined> {
  const sources = await sourcesOf(context);
  if (sources.length === 0) return undefined;
  const found: Unreconciled[] = [];
  for (const source of sources) {
    const groups = await readGroups(context, source, period);
    const compared = await pMap(groups, (group) => compare(context, source, group), { concurrency: AT_ONCE });
    found.push(...compared.flat());
  }
  return found;
}

/** Returns the accounts of this database's brands at providers that list payments. */
export async function sourcesOf({ db, payments }: Context): Promise<Source[]> {
  const known = await db.select({ slug: brands.slug }).from(brands).orderBy(brands.id);
  const sources = new Map<string, Source>();
  for (const { slug: brand } of known) {
    const { cards, pix } = payments?.of(brand) ?? {};
    for (const [method, port] of [
      ['card', cards],
      ['pix', pix],
    ] as const) {
      const name = `${method} ${port?.account}`;
      // Brands may share an account.
      if (port?.list && !sources.has(name)) sources.set(name, { brand, method, port, list: port.list });
    }
  }
  return [...sources.values()];
}

/** Returns the payments that a provider lists in a period or the ledger has moved in it, with their orders. */
export async function readGroups(context: Context, source: Source, period: Period): Promise<Group[]> {
  const names: Names = { txids: new Set(), invoiceIds: new Set() };
  const movements: Movement[] = [];
  const add = ({ txid, invoiceId }: Named) => {
    if (txid) names.txids.add(txid);
    if (invoiceId ?? txid) names.invoiceIds.add(invoiceId ?? txid ?? '');
  };
  for await (const movement of source.list(period)) {
    movements.push(movement);
    add(movement);
  }
  for (const order of await readMoved(context, source, period)) add(order);
  const rows = await readOrders(context, source, names);
  // A code that is paid again has several invoices at iugu, which the list names after the first one.
  const keys = new Map(
    [...movements, ...rows].flatMap(({ txid, invoiceId }) => (txid && invoiceId ? [[invoiceId, txid]] : [])),
  );
  const groups = new Map<string, Group>();
  const groupOf = ({ txid, invoiceId, id }: Named & { id: number | string }) => {
    const key = txid ?? keys.get(invoiceId ?? '') ?? invoiceId ?? String(id);
    const group = groups.get(key) ?? { key, orders: [], movements: [] };
    groups.set(key, group);
    return group;
  };
  for (const one of movements) groupOf(one).movements.push(one);
  for (const one of rows) groupOf(one).orders.push(one);
  return [...groups.values()];
}

const isAtSource = ({ port, method }: Source) =>
  and(
    eq(orders.kind, ORDER_TOP_UP),
    eq(orders.provider, port.account),
    sql`${orders.paymentMethod} ->> 'item_type' = ${method === 'pix' ? PIX : CREDIT_CARD}`,
  );

/** Matches transfers of money at a provider; each belongs to the payment of an order. */
export const MOVED = sql`${ledgerTransfers.kind} in ('topUp', 'dispute', 'payback', 'fee')`;
/** Such a transfer's order, such as 7 of `order:7` and `fee:7:0:99`, or that of `payback:5:done`. */
export const movedOrderId = sql`case when ${MOVED} and ${ledgerTransfers.reference} ~ '^(order|dispute|fee):[0-9]+' then split_part(${ledgerTransfers.reference}, ':', 2)::int when ${ledgerTransfers.kind} = 'payback' then (select ${paybacks.orderId} from ${paybacks} where ${paybacks.id} = split_part(${ledgerTransfers.reference}, ':', 2)::int) end`;

/** Returns the names of the payments that the ledger has moved in a period. */
const readMoved = ({ db }: Context, source: Source, { from, to }: Period) =>
  db
    .selectDistinct({ txid: orders.txid, invoiceId: orders.invoiceId })
    .from(ledgerTransfers)
    .innerJoin(orders, eq(orders.id, movedOrderId))
    .where(
      and(MOVED, gte(ledgerTransfers.createdAt, from), lt(ledgerTransfers.createdAt, to), isAtSource(source)),
    );

/** Cents that the ledger has credited for an order. */
const creditedCents = sql<string>`(
  select coalesce(-sum(e.cents), 0) from ledger_transfers t
  join ledger_entries e on e.transfer_id = t.id
  join ledger_accounts a on a.id = e.account_id and a.kind = 'cash'
  where t.reference = 'order:' || ${orders.id})`;

/** Cents of an order's paybacks in a state. */
const paybackCents = (state: PaybackState) =>
  sql`(select coalesce(sum(p.cents), 0) from paybacks p where p.order_id = ${orders.id} and p.state = ${state})`.mapWith(
    Number,
  );

/** Returns the orders with one of these names, the earliest first. */
async function readOrders({ db }: Context, source: Source, { txids, invoiceIds }: Names) {
  const read = (is: ReturnType<typeof inArray>) =>
    db
      .select({
        id: orders.id,
        txid: orders.txid,
        invoiceId: orders.invoiceId,
        endToEndId: orders.endToEndId,
        state: orders.state,
        cents: orders.cents,
        feeCents: orders.feeCents,
        brand: brands.slug,
        credited: creditedCents.mapWith(Number),
        refunded: paybackCents('done'),
        returning: paybackCents('pending'),
        disputeState: disputes.state,
        disputeCents: disputes.cents,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .innerJoin(brands, eq(brands.id, users.brandId))
      .leftJoin(disputes, eq(disputes.orderId, orders.id))
      .where(and(is, isAtSource(source)));
  const found: Awaited<ReturnType<typeof read>> = [];
  for (const some of inBatches([...txids], CHUNK)) found.push(...(await read(inArray(orders.txid, some))));
  for (const some of inBatches([...invoiceIds], CHUNK))
    found.push(...(await read(inArray(orders.invoiceId, some))));
  const byId = new Map(found.map((row) => [row.id, row]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** Compares with the list, and if that differs, with what the provider says about this payment. */
async function compare(context: Context, source: Source, group: Group): Promise<Unreconciled[]> {
  const { method, port } = source;
  const [order] = group.orders;
  const named = (difference: Difference): Unreconciled => ({
    ...difference,
    brand: order?.brand ?? source.brand,
    method,
    account: port.account,
    reference: group.key,
    orderId: order?.id,
  });
  if (!order && isRefundedInFull(group.movements)) return [];
  if (!order)
    return group.movements.map(({ kind: what, id, cents }) =>
      named({ what, id, difference: 'missingHere', here: 0, there: cents }),
    );
  const here = moneyHere(group.orders);
  const unbooked = group.orders.flatMap(compareLedger);
  if (unbooked.length + differencesOf(group.key, here, moneyListed(group.movements)).length === 0) return [];
  // A payment may have been listed on another day than it was credited on.
  const found = await resultOf(context.clock, port.lookUp(keyOf(order)));
  if (found.kind === 'unknown') throw found.error;
  const known = found.kind === 'found' ? moneyOf(found.payment, order.invoiceId ?? group.key) : NOTHING;
  // The fee of a further payment is booked with that of its code, which this period doesn't have.
  const there = order.txid ? known : { ...known, fee: here.fee };
  return [...unbooked, ...differencesOf(order.invoiceId ?? group.key, here, there)].map(named);
}

function isRefundedInFull(movements: readonly Movement[]): boolean {
  const { payments, refunded } = moneyListed(movements);
  return refunded > 0 && [...payments.values()].reduce((sum, cents) => sum + cents, 0) === refunded;
}

/** An order's state says whether its wallet was credited; the ledger must have just that. */
function compareLedger({ id, state, cents, credited, disputeState }: Row): Difference[] {
  const expected = state === 'paid' || disputeState ? cents : 0;
  if (credited === expected) return [];
  const difference = { what: 'payment' as const, difference: 'otherState' as const, id: `order:${id}` };
  return [{ ...difference, here: `${state}, ledger ${credited}`, there: '' }];
}

const NOTHING: Money = {
  state: undefined,
  payments: new Map(),
  refunded: 0,
  returning: 0,
  fee: 0,
  dispute: undefined,
};

function moneyHere(rows: Row[]): Money {
  const sumOf = (read: (row: Row) => number | null) => rows.reduce((sum, row) => sum + (read(row) ?? 0), 0);
  const state = rows.find(({ disputeState }) => disputeState)?.disputeState;
  const credited = rows.filter((row) => row.credited !== 0);
  return {
    state: credited.length > 0 ? 'paid' : rows[0]?.state,
    payments: new Map(
      credited.map((row) => [row.endToEndId ?? row.invoiceId ?? row.txid ?? '', row.credited]),
    ),
    refunded: sumOf(({ refunded }) => refunded),
    returning: sumOf(({ returning }) => returning),
    fee: sumOf(({ feeCents }) => feeCents),
    dispute: state ? { state, cents: sumOf(({ disputeCents }) => disputeCents) } : undefined,
  };
}

function moneyListed(movements: readonly Movement[]): Money {
  const of = (kind: Movement['kind']) => movements.filter((one) => one.kind === kind);
  const sumOf = (kind: Movement['kind']) => of(kind).reduce((sum, { cents }) => sum + cents, 0);
  const dispute = movements.find((one) => one.kind === 'dispute');
  return {
    state: of('payment').length > 0 ? 'paid' : undefined,
    payments: new Map(of('payment').map(({ id, cents }) => [id, cents])),
    refunded: sumOf('refund'),
    returning: 0,
    fee: sumOf('fee'),
    dispute: dispute && { state: dispute.state, cents: sumOf('dispute') },
  };
}

function moneyOf(payment: Payment, id: string): Money {
  const { state, receipts = [], dispute } = payment;
  return {
    state,
    payments: new Map(receipts.map((one) => [one.endToEndId ?? payment.invoiceId ?? id, one.cents])),
    refunded: sumOfRefunds(payment),
    returning: 0,
    fee: feeOf(payment),
    dispute,
  };
}
