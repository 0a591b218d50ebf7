/** The contents of a database, in a form that can be compared with another database's. */
import type pg from 'pg';

/** One connection to a PostgreSQL server, or the embedded database. */
export interface Connection {
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

export interface Contents {
  /** Number of rows by table, and a hash of their contents that doesn't depend on their order. */
  tables: Record<string, { rows: number; hash: string }>;
  /** Sums of the ledger's entries in cents, by kind of account. */
  ledger: Record<string, bigint>;
}

/** SQL condition that selects the tables, but not their partitions. */
export const TABLES = `pg_class.relnamespace = 'public'::regnamespace
  and pg_class.relkind in ('r', 'p') and not pg_class.relispartition`;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Makes the text format of values independent of the database's settings until the transaction
 * ends. Must be called before `readContents`.
 */
export async function setTextFormat(connection: Connection): Promise<void> {
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO'", 'extra_float_digits = 1'])
    await connection.query(`set local ${setting}`);
}

export async function readContents(connection: Connection): Promise<Contents> {
  const { rows: names } = await connection.query<{ name: string }>(
    `select relname::text as name from pg_class where ${TABLES} order by relname`,
  );
  const contents: Contents = { tables: {}, ledger: {} };
  for (const { name } of names) {
    // Sums 60 bits of each row's MD5, because a sum doesn't depend on the order.
    const { rows } = await connection.query<{ rows: string; hash: string }>(
      `select count(*)::text as rows,
        coalesce(sum(('x' || substr(md5(t::text), 1, 15))::bit(60)::bigint), 0)::text as hash
        from ${quoted(name)} as t`,
    );
    for (const { rows: count, hash } of rows) contents.tables[name] = { rows: Number(count), hash };
  }
  const { rows: sums } = await connection.query<{ kind: string; cents: string }>(
    `select kind, sum(ledger_entries.cents)::text as cents from ledger_entries
      join ledger_accounts on ledger_accounts.id = account_id group by kind order by kind`,
  );
  for (const { kind, cents } of sums) contents.ledger[kind] = BigInt(cents);
  return contents;
}

/** Returns the sum of all entries of the ledger, which is zero unless the ledger is damaged. */
export const ledgerSum = ({ ledger }: Contents): bigint =>
  Object.values(ledger).reduce((sum, cents) => sum + cents, 0n);

/** Returns the names of the tables with different rows. */
export function differingTables(one: Contents, other: Contents): string[] {
  const names = new Set([...Object.keys(one.tables), ...Object.keys(other.tables)]);
  return [...names].filter((name) => {
    const [table, otherTable] = [one.tables[name], other.tables[name]];
    return table?.rows !== otherTable?.rows || table?.hash !== otherTable?.hash;
  });
}
