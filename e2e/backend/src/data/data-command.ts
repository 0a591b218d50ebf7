/** `pnpm data move …`: takes the embedded database to a PostgreSQL server. */
import { parseArgs } from 'node:util';
import { readEnvironment } from '../environment.ts';
import { moveData } from './move-data.ts';

const HELP = `pnpm data move <DATABASE_URL>    copies the embedded database to a PostgreSQL server

The target is a new database without any tables, such as postgres://user:password@host/name. The source is the folder
DATA_DIR (.data/database), which no server may have open; it keeps its data. After a failure the target is as it was.`;

async function run(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [action, target] = positionals;
  if (action !== 'move' || !target || positionals.length > 2) throw new Error(HELP);
  const { databaseUrl, dataDir = '.data/database' } = readEnvironment({
    ...process.env,
    DATABASE_URL: target,
  });
  if (!databaseUrl) throw new Error(HELP);
  const { tables, ledger } = await moveData(dataDir, databaseUrl, (name, rows) =>
    console.log(`${String(rows).padStart(10)}  ${name}`),
  );
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0);
  const sums = Object.entries(ledger).map(([kind, cents]) => `${kind} ${cents}`);
  console.log(
    `Copied ${rows} rows of ${Object.keys(tables).length} tables. Both databases have the same contents.`,
  );
  console.log(`The ledger sums to zero, in cents: ${sums.join(', ') || 'no entries'}.`);
  console.log(
    `Start the server with DATABASE_URL. ${dataDir} still has its data; keep it until you have a backup.`,
  );
}

await run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
