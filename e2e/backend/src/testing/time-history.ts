/**
 * Times requests with few and with many charges in the database (the two arguments). Creates both
 * databases on the server of `DATABASE_URL`, as a superuser. Prints a line of JSON for each kind of
 * request, `{what, times: {few, many}, pages: {few, many}}`, with times in ms and pages read from
 * cache or disk, then `{table, rows, bytes, indexBytes}` for tables of the larger database, and of
 * the smaller one for meter values.
 */

import { calls } from '@shared/contract';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Backend, createBackend } from '../app.ts';
import { fieldsOf } from '../domain/charge-points/fields.ts';
import { connectRaw, type RawChargePoint } from '../domain/charge-points/raw-charge-point.testing.ts';
import { addMonths, listPartitions } from '../domain/charging/meter-values/months.ts';
import { thinMonths } from '../domain/charging/meter-values/thin-months.ts';
import { topUp } from '../domain/money/wallet/ledger.ts';
import { issueToken } from '../domain/people/auth/tokens.ts';
import { systemClock } from '../platform/clock.ts';
import type { Db } from '../platform/database/database.ts';
import { asc, desc, eq, getTableName, sql } from '../platform/database/orm.ts';
import { one } from '../platform/database/rows.ts';
import { chargePoints, meterValues, transactions, users } from '../platform/database/schema.ts';
import { addMs, DAY_MS } from '../platform/time.ts';
import { freshDatabase } from './fresh-database.ts';
import { addManyCharges, FILLED, HERE } from './many-charges.ts';
import { callApi } from './test-backend.ts';

/** The first round warms up caches, and the last ones count pages. */
const ROUNDS = { warmUp: 1, timed: 25, counted: 5 };

interface Subject {
  backend: Backend;
  /** A connection that allows longer statements than the backend's. */
  client: pg.Client;
  drop: () => Promise<void>;
  /** Id of its database in `pg_stat_statements`. */
  oid: number;
  visits: Visit[];
}

/** A round at one of the backends, with its own driver and charge point. */
interface Visit {
  backend: Backend;
  token: string;
  point: typeof chargePoints.$inferSelect;
  station: RawChargePoint;
  /** Id of the driver's last charge. */
  earlierId: number;
  /** Id of the charge that this round starts. */
  transactionId?: unknown;
}

const now = () => new Date();

/** Timed actions, in the order of each round. */
const actions: Record<string, (visit: Visit) => Promise<unknown>> = {
  'start of a charge, until its response': async ({ backend, token, point }) => {
    const body = { ChargePointID: `${point.code}-1` };
    const { response } = await callApi(backend, calls.startCharge, { token, body });
    if (response?.status !== 'Accepted') throw new Error(`the start was refused: ${response?.info}`);
  },
  StartTransaction: async (visit) => {
    const { idTag } = fieldsOf(visit.station.received.at(-1)?.params);
    const start = { connectorId: 1, idTag, meterStart: 5000, timestamp: now().toISOString() };
    visit.transactionId = (await confirmed(visit, 'StartTransaction', start)).transactionId;
  },
  MeterValues: (visit) => {
    const sampledValue = [
      { measurand: 'Energy.Active.Import.Register', unit: 'Wh', value: '5010' },
      { measurand: 'Power.Active.Import', unit: 'W', value: '7000' },
      { measurand: 'SoC', unit: 'Percent', value: '50' },
    ];
    const meterValue = [{ timestamp: now().toISOString(), sampledValue }];
    return confirmed(visit, 'MeterValues', {
      connectorId: 1,
      transactionId: visit.transactionId,
      meterValue,
    });
  },
  StopTransaction: (visit) => {
    const { transactionId } = visit;
    return confirmed(visit, 'StopTransaction', {
      transactionId,
      meterStop: 5020,
      timestamp: now().toISOString(),
    });
  },
  balance: ({ backend, token }) => succeeded(callApi(backend, calls.balance, { token })),
  'active recharges': ({ backend, token }) => succeeded(callApi(backend, calls.activeRecharges, { token })),
  'starts that wait': ({ backend, token }) => succeeded(callApi(backend, calls.startAttempts, { token })),
  'statement of 30 days': ({ backend, token }) =>
    succeeded(callApi(backend, calls.history, { token, path: { days: '30' } })),
  receipt: ({ backend, token, earlierId }) =>
    succeeded(callApi(backend, calls.userTransaction, { token, path: { id: String(earlierId) } })),
  board: ({ backend, point }) =>
    succeeded(callApi(backend, calls.siteBoard, { path: { id: String(point.siteId) } })),
  'reliability of a site': ({ backend, point }) =>
    succeeded(callApi(backend, calls.siteReliability, { path: { id: String(point.siteId) } })),
  'site search': ({ backend }) =>
    succeeded(callApi(backend, calls.siteSearch, { query: { ...HERE, dist: 10_000 } })),
};

async function confirmed({ station }: Visit, method: string, payload: object) {
  const [type, , confirmation] = await station.call(method, payload);
  if (type !== 3) throw new Error(`${method} failed: ${confirmation}`);
  return fieldsOf(confirmation);
}

async function succeeded(call: Promise<{ status: number }>): Promise<void> {
  const { status } = await call;
  if (status !== 200) throw new Error(`a request failed with ${status}`);
}

async function prepare(charges: number): Promise<Subject> {
  const { options, drop } = await freshDatabase();
  const start = () => createBackend({ ...options, sandbox: true, logTo: process.stderr, logLevel: 'error' });
  // The first start adds the brands.
  await (await start()).close();
  const client = new pg.Client({ connectionString: options.databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  await addManyCharges(drizzle(client), charges, now());
  console.error(`${charges} charges were added in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  const backend = await start();
  const { db } = backend.context;
  const rounds = ROUNDS.warmUp + ROUNDS.timed + ROUNDS.counted;
  const drivers = await db.select().from(users).orderBy(asc(users.id)).limit(rounds);
  const points = await db.select().from(chargePoints).orderBy(asc(chargePoints.id)).limit(rounds);
  const visits: Visit[] = [];
  for (const [index, driver] of drivers.entries()) {
    const point = points[index];
    if (!point) throw new Error('there are too few charge points');
    const station = await connectRaw(backend.url, point.id);
    await station.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' });
    const [earlier] = await db
      .select({ id: transactions.id })
      .from(transactions)
      .where(eq(transactions.userId, driver.id))
      .orderBy(desc(transactions.startedAt))
      .limit(1);
    const token = await issueToken(backend.context, driver.id, now());
    await topUp(db, driver.id, 10_000, `benchmark:${driver.id}`);
    visits.push({ backend, token, point, station, earlierId: earlier?.id ?? -1 });
  }
  const { oid } = one(
    await db
      .select({ oid: sql<number>`oid` })
      .from(sql`pg_database`)
      .where(sql`datname = current_database()`),
  );
  return { backend, client, drop, oid, visits };
}

/** Runs all rounds, alternating between the backends, so that other load affects both equally. */
async function measure(statistics: pg.Client, few: Subject, many: Subject): Promise<void> {
  const subjects = { few, many };
  const names = ['few', 'many'] as const;
  const figures = new Map(
    Object.keys(actions).map((what) => [
      what,
      {
        times: { few: [] as number[], many: [] as number[] },
        pages: { few: [] as number[], many: [] as number[] },
      },
    ]),
  );
  const rounds = ROUNDS.warmUp + ROUNDS.timed + ROUNDS.counted;
  for (let round = 0; round < rounds; round++)
    for (const [what, act] of Object.entries(actions))
      for (const name of names) {
        const { oid, visits } = subjects[name];
        const visit = visits[round];
        const figure = figures.get(what);
        if (!visit || !figure) throw new Error('a round is missing');
        const isCounted = round >= ROUNDS.warmUp + ROUNDS.timed;
        const before = isCounted ? await pagesRead(statistics, oid) : 0;
        const startedAt = performance.now();
        await act(visit);
        const took = performance.now() - startedAt;
        if (isCounted) figure.pages[name].push((await pagesRead(statistics, oid)) - before);
        else if (round >= ROUNDS.warmUp) figure.times[name].push(took);
      }
  for (const [what, { times, pages }] of figures)
    print({
      what,
      times: { few: median(times.few), many: median(times.many) },
      pages: { few: median(pages.few), many: median(pages.many) },
    });
}

/**
 * Returns how many pages the statements of a database have read so far, from the cache or the disk.
 */
async function pagesRead(statistics: pg.Client, oid: number): Promise<number> {
  const { rows } = await statistics.query<{ pages: string }>(
    'select sum(shared_blks_hit + shared_blks_read) as pages from pg_stat_statements where dbid = $1',
    [oid],
  );
  return Number(rows[0]?.pages);
}

async function printSizes({ client }: Subject): Promise<void> {
  for (const table of FILLED.map(getTableName)) await printSize(drizzle(client), table, table);
}

async function printSize(db: Db, table: string, label: string): Promise<void> {
  const figures = db.select({
    rows: sql<number>`count(*)::float8`,
    bytes: sql<number>`pg_total_relation_size(${table}::regclass)::float8`,
    indexBytes: sql<number>`pg_indexes_size(${table}::regclass)::float8`,
  });
  const figure = one(await figures.from(sql`${sql.identifier(table)}`));
  if (figure.rows > 0) print({ table: label, ...figure });
}

/**
 * Adds two samples a minute to charges of an hour, and prints their size before and after thinning.
 */
async function printMeterValues({ client }: Subject): Promise<void> {
  const db = drizzle(client);
  await db.execute(sql`
    insert into ${meterValues} (transaction_id, sampled_at, wh, power_w, soc)
    select id, started_at + i * interval '30 seconds', meter_start_wh + i * 173, 20800, i / 2
    from ${transactions}, generate_series(0, 119) i where bill_cents = 4200 order by 2`);
  await addMonths({ db, now });
  const printAll = async (label: string) => {
    for (const { month, thinned } of await listPartitions(db))
      await printSize(
        db,
        `meter_values_${month}${thinned ? '_thinned' : ''}`,
        `meter_values ${month}, ${label}`,
      );
  };
  await printAll('whole');
  await thinMonths({ db, clock: { ...systemClock, now: () => addMs(now(), 150 * DAY_MS) } });
  await printAll('thinned');
}

const print = (line: object) => console.log(JSON.stringify(line));
const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const statistics = new pg.Client({ connectionString: process.env.DATABASE_URL });
await statistics.connect();
await statistics.query('create extension if not exists pg_stat_statements');
const few = await prepare(Number(process.argv[2]));
const many = await prepare(Number(process.argv[3]));
await measure(statistics, few, many);
await printSizes(many);
await printMeterValues(few);
for (const { backend, client, drop, visits } of [few, many]) {
  for (const { station } of visits) station.socket.terminate();
  await backend.close();
  await client.end();
  await drop();
}
await statistics.end();
