import { secondsBetween } from '@shared/brazil';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { BackendContext } from './context.ts';
import type { CentralSystem } from './domain/charge-points/central-system.ts';
import { chargesToReview, stopsToReview } from './domain/charging/reviews.ts';
import { guestsWithCredit } from './domain/guests/guest-sums.ts';
import type { Sockets } from './domain/live/sockets.ts';
import { readUnreconciled } from './domain/money/reconcile/reconcile-daily.ts';
import { sumOf } from './domain/money/wallet/accounts.ts';
import { countOverloads } from './domain/power/overloads.ts';
import type { Db } from './platform/database/database.ts';
import { and, count, eq, isNull, lte, min, sum } from './platform/database/orm.ts';
import {
  disputes,
  ledgerEntries,
  notices,
  ORDER_TOP_UP,
  type OrderState,
  orders,
  refunds,
  transactions,
  unknownStops,
} from './platform/database/schema.ts';
import type { Jobs } from './platform/jobs/start-jobs.ts';
import { createCachedQuery } from './platform/metrics/cached-query.ts';

/** Adds gauges for the state of this instance, and of all instances from the database. */
export function addGauges(
  { db, clock, database, log, metrics, now, options }: BackendContext,
  { central, sockets, jobs }: { central: CentralSystem; sockets: Sockets; jobs: Jobs },
): void {
  const { addGauge } = metrics;
  const cached = <T>(what: string, query: () => Promise<T>) =>
    createCachedQuery(clock, query, (err) => log.warn({ err, what }, 'a metric could not be read'));

  addGauge(
    'faisca_charge_points_online',
    'Charge points connected to this instance.',
    () => central.ids().length,
  );
  addGauge('faisca_live_sockets', "Apps connected to this instance's live stream.", sockets.count);
  addGauge(
    'faisca_job_lag_seconds',
    'How late the next round of a periodic job is.',
    () => jobs.lags(),
    'job',
  );
  const { pool } = database;
  if (pool)
    addGauge(
      'faisca_database_connections',
      'Connections of the pool, and queries that wait for one.',
      () => pool(),
      'state',
    );

  addGauge(
    'faisca_top_ups',
    'Top-ups of all instances by state.',
    cached('top-ups', () => countTopUps(db)),
    'state',
  );
  addGauge(
    'faisca_ledger_imbalance_cents',
    'Sum of all entries of the ledger: zero unless it is damaged.',
    cached('ledger', () => sumOfColumn(db, ledgerEntries.cents)),
  );
  addGauge(
    'faisca_notices_lag_seconds',
    'For how long the oldest notice of all instances has been due.',
    cached('notices', () => readNoticeLag(db, now())),
  );
  addGauge(
    'faisca_charges_to_review',
    'Charges that an operator has to review.',
    cached('charges to review', () => db.$count(transactions, chargesToReview)),
  );
  addGauge(
    'faisca_refunded_cents',
    'Total that operators have refunded for charges.',
    cached('refunds', () => sumOfColumn(db, refunds.givenCents)),
  );
  addGauge(
    'faisca_guest_credit_cents',
    "Credit of charges without an account that are over: it couldn't go back yet.",
    cached('guest credit', async () => sumOf(await guestsWithCredit(db))),
  );
  addGauge(
    'faisca_disputes',
    'Top-ups that their provider disputes, by state.',
    cached('disputes', () => countDisputes(db)),
    'state',
  );
  addGauge(
    'faisca_payments_unreconciled',
    'Differences between the payment providers and this database, as of the last daily comparison.',
    cached('reconciliation', () => readUnreconciled({ db })),
    'difference',
  );
  addGauge(
    'faisca_unknown_stops',
    'Stops that belong to no known charge, and that an operator has to review.',
    cached('unknown stops', () => db.$count(unknownStops, stopsToReview)),
  );
  if (options.sharesPower)
    addGauge(
      'faisca_overloaded_limits',
      'Limits of sites and breakers that are exceeded, as measured or by what is possible.',
      cached('overloads', () => countOverloads(db, now())),
      'by',
    );
}

const NO_TOP_UPS: Record<OrderState, number> = {
  pending: 0,
  captured: 0,
  paid: 0,
  unauthorized: 0,
  canceled: 0,
  error: 0,
};

async function countTopUps(db: Db): Promise<Record<OrderState, number>> {
  const rows = await db
    .select({ state: orders.state, count: count() })
    .from(orders)
    .where(eq(orders.kind, ORDER_TOP_UP))
    .groupBy(orders.state);
  const counts = { ...NO_TOP_UPS };
  for (const row of rows) counts[row.state] = row.count;
  return counts;
}

/** Returns the sum of a column's rows; 0 if there are none. */
async function sumOfColumn(db: Db, column: PgColumn): Promise<number> {
  const [row] = await db.select({ total: sum(column) }).from(column.table);
  return Number(row?.total ?? 0);
}

async function countDisputes(db: Db): Promise<Record<'open' | 'won' | 'lost', number>> {
  const rows = await db
    .select({ state: disputes.state, count: count() })
    .from(disputes)
    .groupBy(disputes.state);
  const counts = { open: 0, won: 0, lost: 0 };
  for (const row of rows) counts[row.state] = row.count;
  return counts;
}

async function readNoticeLag(db: Db, now: Date): Promise<number> {
  const [oldest] = await db
    .select({ dueAt: min(notices.nextTryAt) })
    .from(notices)
    .where(and(isNull(notices.doneAt), lte(notices.nextTryAt, now)));
  return oldest?.dueAt ? secondsBetween(oldest.dueAt, now) : 0;
}
