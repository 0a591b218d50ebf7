/** `pnpm data …`: moves the embedded database to a server, and prepares a restored one. */
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { moveData } from '../data/move-data.ts';
import { skipIds } from '../data/skip-ids.ts';
import { readEnvironment } from '../environment.ts';
import { withDatabase } from './with-database.ts';

const HELP = `pnpm data move        copies the embedded database to the PostgreSQL server of DATABASE_URL
pnpm data skip-ids    after a backup was restored: skips the ids that may have been issued since it was made

The target of a move is a new database without any tables. An argument may name it instead of DATABASE_URL if it has no
password, because other users of the machine can see arguments. The source is the folder DATA_DIR (.data/database), which no
server may have open; it keeps its data. A failure leaves the target unchanged.
The database of skip-ids is DATABASE_URL, or else that folder.`;

async function runMove(target = process.env.DATABASE_URL): Promise<void> {
  const { databaseUrl, dataDir = '.data/database' } = readEnvironment({
    ...process.env,
    DATABASE_URL: target,
  });
  if (!databaseUrl) throw new Error('DATABASE_URL must be set to the URL of the target.');
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

async function runSkipIds(): Promise<void> {
  await withDatabase(skipIds);
  console.log('New charges and orders get ids that were never used before.');
}

async function run(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [action, target, ...others] = positionals;
  const url = URL.parse(target ?? '');
  if (url?.password || url?.searchParams.has('password'))
    throw new Error(
      'Set DATABASE_URL instead: other users of this machine can see a password in an argument.',
    );
  if (action === 'move' && others.length === 0) await runMove(target);
  else if (action === 'skip-ids' && !target) await runSkipIds();
  else throw new WrongArguments();
  return 0;
}

await runCommand(HELP, run);
