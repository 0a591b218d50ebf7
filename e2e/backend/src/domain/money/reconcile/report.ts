/** What the operator's accountant needs: money at the payment providers per day and brand. */
import { and, eq, gte, lt, sql } from '../../../platform/database/orm.ts';
import {
  brands,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  orders,
  users,
} from '../../../platform/database/schema.ts';
import { HOUR_MS } from '../../../platform/time.ts';
import { LOCAL_OFFSET_MS } from '../../sites/local-time.ts';
import type { MoneyContext } from '../context.ts';
import type { Period } from '../payment/ports.ts';
import { MOVED, movedOrderId } from './reconcile.ts';

export interface ReportRow {
  /** Local day, for example 2026-11-30. */
  day: string;
  brand: string;
  /** Credited to drivers. All amounts are in cents. */
  gross: number;
  /** Sent back to the payers. */
  refunds: number;
  /** Reversed by the provider. */
  disputes: number;
  /** Kept by the provider. */
  fee: number;
  net: number;
}

const OFFSET_HOURS = LOCAL_OFFSET_MS / HOUR_MS;

/** Sums the ledger's movements at the providers, by the day on which they were booked. */
export async function readReport(
  { db }: Pick<MoneyContext, 'db'>,
  { from, to }: Period,
): Promise<ReportRow[]> {
  const day = sql<string>`to_char(${ledgerTransfers.createdAt} at time zone 'UTC' + make_interval(hours => ${sql.raw(String(OFFSET_HOURS))}), 'YYYY-MM-DD')`;
  const sumOf = (kind: string) =>
    sql`coalesce(sum(${ledgerEntries.cents}) filter (where ${ledgerTransfers.kind} = ${kind}), 0)`.mapWith(
      Number,
    );
  const rows = await db
    .select({
      day,
      brand: brands.slug,
      topUp: sumOf('topUp'),
      dispute: sumOf('dispute'),
      payback: sumOf('payback'),
      fee: sumOf('fee'),
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.id, ledgerEntries.accountId), eq(ledgerAccounts.kind, 'cash')),
    )
    .innerJoin(orders, eq(orders.id, movedOrderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(brands, eq(brands.id, users.brandId))
    .where(and(MOVED, gte(ledgerTransfers.createdAt, from), lt(ledgerTransfers.createdAt, to)))
    .groupBy(day, brands.slug)
    .orderBy(day, brands.slug);
  // Cash is negative where money came in.
  return rows.map(({ topUp, dispute, payback, fee, ...row }) => {
    const gross = 0 - topUp;
    return { ...row, gross, refunds: payback, disputes: dispute, fee, net: gross - payback - dispute - fee };
  });
}
