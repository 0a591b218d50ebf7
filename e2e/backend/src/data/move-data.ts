/** Copies the embedded database to an empty PostgreSQL database, in one transaction. */
import { existsSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { ADVISORY_LOCKS } from '../platform/database/advisory-locks.ts';
import { reasonOf } from '../platform/database/connection-failure.ts';
import { MIGRATIONS } from '../platform/database/database.ts';
import { openClient } from '../platform/database/embedded.ts';
import { claimFolder } from '../platform/database/one-process.ts';
import {
  type Connection,
  type Contents,
  differingTables,
  ledgerSum,
  quoted,
  readContents,
  setTextFormat,
  TABLES,
} from './contents.ts';

/** Rows in memory at a time. Some contain a picture. */
const BATCH = 500;

interface Column {
  name: string;
  type: string;
}

/**
 * Moves the data of the embedded database in `dataDir` to the server at `databaseUrl`: creates the
 * schema, copies every row, and compares the two. The embedded database keeps its data. A failure
 * leaves the target unchanged.
 * @param onTable called after each copied table
 * @returns what both databases contain
 * @throws if the folder is missing or open, the target is unreachable or not empty, the copy
 * differs, or the ledger doesn't sum to zero
 */
export async function moveData(
  dataDir: string,
  databaseUrl: string,
  onTable: (name: string, rows: number) => void = () => undefined,
): Promise<Contents> {
  if (!existsSync(dataDir)) throw new Error(`There is no database in ${dataDir}.`);
  const release = claimFolder(dataDir);
  try {
    const target = new pg.Client({ connectionString: databaseUrl });
    // A lost connection also rejects the running query.
    target.on('error', () => undefined);
    await connect(target);
    try {
      const source = await openClient({ dataDir });
      try {
        return await source.transaction((tx) => inTransaction(target, () => copyAll(tx, target, onTable)));
      } finally {
        await source.close();
      }
    } finally {
      await target.end();
    }
  } finally {
    release();
  }
}

async function connect(target: pg.Client): Promise<void> {
  try {
    await target.connect();
  } catch (cause) {
    throw new Error(`The target can't be reached: ${reasonOf(cause)}`, { cause });
  }
}

async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.query('begin');
  try {
    const result = await work();
    await connection.query('commit');
    return result;
  } catch (error) {
    // Ignore a failed rollback, as after a lost connection: the first error is the one to report.
    await connection.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function copyAll(
  source: Connection,
  target: Connection,
  onTable: (name: string, rows: number) => void,
): Promise<Contents> {
  // A server that starts on the target waits, as it does for another server's migrations.
  await target.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.migration]);
  await assertEmpty(target);
  for (const connection of [source, target]) await setTextFormat(connection);
  await createSchema(target);
  await copyPartitions(source, target);
  // Balances are copied: the trigger would add the entries again.
  await target.query('alter table ledger_entries disable trigger ledger_entries_balances');
  for (const [table, columns] of await tablesInOrder(source))
    onTable(table, await copyTable(source, target, table, columns));
  await copySequences(source, target);
  // Run the ledger's deferred check now instead of at commit.
  await target.query('set constraints all immediate');
  await target.query('alter table ledger_entries enable trigger ledger_entries_balances');
  return verify(source, target);
}

async function assertEmpty(target: Connection): Promise<void> {
  const { rows } = await target.query<{ name: string }>(
    `select nspname || '.' || relname as name from pg_class
      join pg_namespace on pg_namespace.oid = relnamespace
      where nspname !~ '^pg_' and nspname <> 'information_schema'
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      order by relkind = 'r' desc, 1`,
  );
  const [first] = rows;
  if (first)
    throw new Error(`The target isn't empty: it has ${first.name}. Name a new database without any tables.`);
}

/** Applies the migrations like Drizzle's migrator, which would use a transaction of its own. */
async function createSchema(target: Connection): Promise<void> {
  await target.query('create schema if not exists drizzle');
  await target.query(
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  for (const { sql, hash, folderMillis } of readMigrationFiles({ migrationsFolder: MIGRATIONS })) {
    for (const statement of sql) await target.query(statement);
    await target.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}

/** Adds the source's partitions, so that the server needn't move their rows later. */
async function copyPartitions(source: Connection, target: Connection): Promise<void> {
  const { rows } = await source.query<{ name: string; parent: string; bounds: string }>(
    `select pg_class.relname::text as name, parent.relname::text as parent,
        pg_get_expr(pg_class.relpartbound, pg_class.oid) as bounds
      from pg_class join pg_inherits on inhrelid = pg_class.oid join pg_class as parent on parent.oid = inhparent
      where pg_class.relkind = 'r' and pg_class.relispartition order by name`,
  );
  for (const { name, parent, bounds } of rows)
    await target.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bounds}`);
}

/** Returns the columns of each table. A table comes after those that its foreign keys reference. */
async function tablesInOrder(source: Connection): Promise<Map<string, Column[]>> {
  const { rows: columns } = await source.query<Column & { table: string }>(
    `select relname::text as table, attname::text as name, format_type(atttypid, atttypmod) as type
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where ${TABLES} and attnum > 0 and not attisdropped and attgenerated = '' order by relname, attnum`,
  );
  const { rows: references } = await source.query<{ table: string; referenced: string }>(
    `select pg_class.relname::text as table, other.relname::text as referenced from pg_constraint
      join pg_class on pg_class.oid = conrelid join pg_class as other on other.oid = confrelid
      where contype = 'f' and ${TABLES}`,
  );
  const remaining = Map.groupBy(columns, ({ table }) => table);
  const ordered = new Map<string, Column[]>();
  while (remaining.size > 0) {
    const isReady = (name: string) =>
      !references.some(({ table, referenced }) => table === name && remaining.has(referenced));
    const ready = [...remaining].filter(([name]) => isReady(name));
    if (ready.length === 0) throw new Error(`Foreign keys form a cycle: ${[...remaining.keys()].join(', ')}`);
    for (const [name, tableColumns] of ready) {
      ordered.set(name, tableColumns);
      remaining.delete(name);
    }
  }
  return ordered;
}

/** Copies values as text, the only format in which both databases read and write every type. */
async function copyTable(source: Connection, target: Connection, table: string, columns: Column[]) {
  const names = columns.map(({ name }) => quoted(name));
  const texts = names.map((name) => `${name}::text as ${name}`);
  await source.query(`declare batches cursor for select ${texts.join(', ')} from ${quoted(table)}`);
  const values = columns.map(({ name, type }) => `${quoted(name)}::${type}`);
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`);
  const insert = `insert into ${quoted(table)} (${names.join(', ')}) overriding system value
    select ${values.join(', ')} from unnest(${arrays.join(', ')}) as batch (${names.join(', ')})`;
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<Record<string, string | null>>(`fetch ${BATCH} from batches`);
    if (rows.length === 0) break;
    await target.query(
      insert,
      columns.map(({ name }) => rows.map((row) => row[name])),
    );
    copied += rows.length;
  }
  await source.query('close batches');
  return copied;
}

/** Copies the state of identity columns, so that ids of deleted rows aren't used again. */
async function copySequences(source: Connection, target: Connection): Promise<void> {
  const { rows: sequences } = await source.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of sequences) {
    const { rows } = await source.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${quoted(name)}`,
    );
    for (const { last, called } of rows)
      await target.query('select setval($1::regclass, $2, $3)', [quoted(name), last, called]);
  }
}

async function verify(source: Connection, target: Connection): Promise<Contents> {
  const [original, copy] = [await readContents(source), await readContents(target)];
  const tables = differingTables(original, copy);
  if (tables.length > 0) throw new Error(`The copies of these tables differ: ${tables.join(', ')}`);
  for (const contents of [original, copy])
    if (ledgerSum(contents) !== 0n)
      throw new Error(`The ledger doesn't sum to zero, but to ${ledgerSum(contents)} cents.`);
  return copy;
}
