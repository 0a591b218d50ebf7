/** Generates any number of charges with all related rows, for size benchmarks. */

import type { Db } from '../platform/database/database.ts';
import { getTableName, sql } from '../platform/database/orm.ts';
import {
  holds,
  ledgerEntries,
  ledgerTransfers,
  orderItems,
  orders,
  startAttempts,
  transactions,
} from '../platform/database/schema.ts';
import { addManySites } from './many-sites.ts';

/** Charges in the last 30 days, per user and per connector. */
const PER_USER = 10;
const PER_CONNECTOR = 50;
const CONNECTORS_PER_SITE = 2;
const MONTH_DAYS = 30;
/**
 * Length of the history: at least the three months over which reliability is measured. Beyond the
 * maximum, more charges need more users and sites.
 */
const MONTHS = { min: 3, max: 100 };
const PER_MONTH = 3400;
/** Sites around `HERE` in any network. */
const NEAR = 34;
/** Price of every charge, including future ones. */
const PRICE = {
  PriceKwh: 1.95,
  PriceTimeCharging: 0,
  TransactionPrice: 1.5,
  PriceTimeParking: 0,
  ParkingGracePeriod: 0,
  PriceTimePlugged: 0,
  PriceTimeOverstay: 30,
  OverstayGracePeriod: 10,
  OverstayPenalty: 0,
  DiscountTotal: 0,
};
/** Charges generated per transaction. */
const CHUNK = 250_000;
/** Tables that the charges fill. */
export const FILLED = [
  holds,
  startAttempts,
  orders,
  orderItems,
  transactions,
  ledgerTransfers,
  ledgerEntries,
];

/** Place with the same number of sites nearby in any network. */
export const HERE = { lat: -23.5616364, lng: -46.6561378 };

interface GeneratedNetwork {
  users: number;
  sites: number;
  months: number;
}

/**
 * Returns the size of a network with `charges` charges. Users and connectors have the same number
 * of charges in the last 30 days in any network, so that responses have the same size.
 */
function networkOf(charges: number): GeneratedNetwork {
  const months = Math.min(MONTHS.max, Math.max(MONTHS.min, Math.floor(charges / PER_MONTH)));
  const perMonth = Math.ceil(charges / months);
  return {
    months,
    users: Math.ceil(perMonth / PER_USER),
    sites: Math.ceil(perMonth / PER_CONNECTOR / CONNECTORS_PER_SITE),
  };
}

/**
 * Fills an empty database with brands: sites, users with credit, and `charges` ended charges with
 * their attempts, holds, orders and ledger entries. No server may use the database meanwhile.
 * @param db one connection of a superuser, without a statement timeout
 */
export async function addManyCharges(db: Db, charges: number, now: Date): Promise<void> {
  const { users, sites, months } = networkOf(charges);
  await addManySites(db, { count: NEAR, around: HERE, radiusMetres: 9000 });
  if (sites > NEAR)
    await addManySites(db, { count: sites - NEAR, around: { lat: -10, lng: -52 }, radiusMetres: 1_400_000 });
  await db.execute(sql`update price_periods set price = ${JSON.stringify(PRICE)}::jsonb`);
  await db.execute(sql`
    insert into users (brand_id, email, name, cpf)
    select (select min(id) from brands), 'driver-' || i || '@example.com', 'Pessoa ' || i, '52998224725'
    from generate_series(1, ${users}::int) i`);
  await db.execute(sql`
    insert into ledger_accounts (kind, user_id)
    select kind, users.id from users, unnest(array['wallet', 'held']) kind
    union all select kind, 0 from unnest(array['cash', 'revenue']) kind
    on conflict do nothing`);
  const seconds = months * MONTH_DAYS * 86_400;
  // Skip foreign keys and triggers: the generated rows satisfy them.
  await db.execute(sql`set session_replication_role = replica`);
  // Indexes are built afterwards, which takes a fraction of the time.
  await setIndexed(db, false);
  for (let first = 1; first <= charges; first += CHUNK) {
    const last = Math.min(charges, first + CHUNK - 1);
    await db.transaction((tx) => addChunk(tx, { first, last, charges, users, sites, seconds, now }));
  }
  await db.execute(sql`
    update ledger_accounts set cents = sums.cents
    from (select account_id, sum(cents) as cents from ledger_entries group by account_id) as sums
    where account_id = ledger_accounts.id and user_id <> 0`);
  await setIndexed(db, true);
  for (const table of FILLED) await db.execute(sql`reindex table ${table}`);
  for (const table of [startAttempts, holds, orders, ledgerTransfers, transactions])
    await db.execute(
      sql`select setval(pg_get_serial_sequence(${getTableName(table)}, 'id'), max(id)) from ${table}`,
    );
  await db.execute(sql`vacuum analyze`);
}

/** Sets whether inserts also write to the indexes. */
async function setIndexed(db: Db, indexed: boolean): Promise<void> {
  for (const table of FILLED)
    await db.execute(
      sql`update pg_index set indisready = ${indexed} where indrelid = ${getTableName(table)}::regclass`,
    );
}

interface Chunk extends Omit<GeneratedNetwork, 'months'> {
  first: number;
  last: number;
  charges: number;
  /** Length of the whole history. */
  seconds: number;
  now: Date;
}

async function addChunk(tx: Db, { first, last, charges, users, sites, seconds, now }: Chunk) {
  await tx.execute(sql`
    create temporary table chunk on commit drop as
    select i, person.id as user_id, point.id as charge_point_id, 1 + i % ${CONNECTORS_PER_SITE} as connector_id,
      ${now.toISOString()}::timestamptz - (${charges} - i + 0.5) * interval '1 second' * (${seconds}::float8 / ${charges}) as begun_at,
      ${JSON.stringify(PRICE)}::jsonb as price
    from generate_series(${first}::int, ${last}::int) i
    join (select id, row_number() over (order by id) - 1 as n from users) as person on person.n = i % ${users}
    join (select id, row_number() over (order by id) - 1 as n from charge_points) as point
      on point.n = i / ${CONNECTORS_PER_SITE} % ${sites}`);
  await tx.execute(sql`
    insert into holds (id, user_id, cents, billed_cents, created_at, settled_at) overriding system value
    select i, user_id, 5000, 4200, begun_at, begun_at + interval '1 hour' from chunk`);
  await tx.execute(sql`
    insert into start_attempts (id, user_id, idempotency_key, charge_point_id, connector_id, id_tag, hold_id, price,
      status, deadline, created_at) overriding system value
    select i, user_id, md5(i::text), charge_point_id, connector_id, upper(left(md5('tag' || i), 20)), i, price,
      'started', begun_at + interval '1 minute', begun_at from chunk`);
  await tx.execute(sql`
    insert into orders (id, user_id, kind, state, cents, created_at, updated_at) overriding system value
    select i, user_id, 1, 'paid', 4200, begun_at + interval '1 hour', begun_at + interval '1 hour' from chunk`);
  await tx.execute(sql`
    insert into order_items (order_id, position, description, quantity, price, cents)
    select i, position, case position when 0 then 'Energia' else 'Ativação' end,
      case position when 0 then 20.8 else 1 end, case position when 0 then 1.95 else 1.5 end,
      case position when 0 then 4050 else 150 end
    from chunk, generate_series(0, 1) as position`);
  await tx.execute(sql`
    insert into transactions (id, charge_point_id, connector_id, user_id, attempt_id, hold_id, id_tag, meter_start_wh,
      meter_last_wh, meter_stop_wh, soc, started_at, stopped_at, charge_point_started_at, charge_point_stopped_at,
      stop_reason, end_reason, sampled_at, price, bill, bill_cents, order_id) overriding system value
    select i, charge_point_id, connector_id, user_id, i, i, upper(left(md5('tag' || i), 20)), i * 100::bigint,
      i * 100::bigint + 20769, i * 100::bigint + 20769, 80, begun_at, begun_at + interval '1 hour', begun_at,
      begun_at + interval '1 hour', 'Remote', 'driver', begun_at + interval '1 hour', price,
      '[{"kind": "energy", "quantity": 20.769, "unitPrice": 1.95, "cents": 4050}, {"kind": "start", "quantity": 1, "unitPrice": 1.5, "cents": 150}]'::jsonb,
      4200, i from chunk`);
  // A top-up, a hold and a settlement. A real hold grows in steps, each of which is a transfer.
  await tx.execute(sql`
    insert into ledger_transfers (id, kind, reference, created_at) overriding system value
    select 3 * i - 2 + step, case step when 0 then 'topUp' when 1 then 'hold' else 'settle' end,
      case step when 0 then 'order:' when 1 then 'hold:' else 'settle:' end || i, begun_at
    from chunk, generate_series(0, 2) as step`);
  await tx.execute(sql`
    insert into ledger_entries (transfer_id, account_id, cents)
    select 3 * i - 2 + step, ledger_accounts.id, moved.cents
    from chunk,
      (values (0, 'cash', -4200), (0, 'wallet', 4200), (1, 'wallet', -5000), (1, 'held', 5000),
        (2, 'held', -5000), (2, 'wallet', 800), (2, 'revenue', 4200)) as moved (step, kind, cents),
      ledger_accounts
    where ledger_accounts.kind = moved.kind
      and ledger_accounts.user_id = case when moved.kind in ('cash', 'revenue') then 0 else chunk.user_id end`);
}
