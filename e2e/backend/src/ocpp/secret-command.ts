/** `pnpm charge-point …`: the secrets that charge points log in with. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/database.ts';
import { changeSecret, secretActions } from './secrets.ts';

const HELP = `pnpm charge-point secret create <id>    a first secret for a charge point
pnpm charge-point secret rotate <id>    a new one: the old one is refused from now on
pnpm charge-point secret revoke <id>    none: in production the charge point is refused

A secret is printed once and only its hash is stored. Give it to the charge point as its password (HTTP Basic,
AuthorizationKey) with <id> as its user name. An open connection with an older secret ends within a minute.
The database is DATABASE_URL, or the embedded one of DATA_DIR (.data/database) while no server has it open.`;

async function run(): Promise<boolean> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [subject, given, id] = positionals;
  const action = secretActions.find((known) => known === given);
  if (subject !== 'secret' || !action || !id || positionals.length > 3) {
    console.log(HELP);
    return subject === undefined;
  }
  const database = await open();
  try {
    const secret = await changeSecret(database.db, action, id);
    console.log(secret ?? `${id} has no secret any more.`);
    return true;
  } finally {
    await database.close();
  }
}

function open() {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir = '.data/database' } = process.env;
  if (!databaseUrl && !existsSync(dataDir)) throw new Error(`There is no database in ${dataDir}.`);
  return openDatabase({ databaseUrl, dataDir });
}

await run().then(
  (good) => {
    process.exitCode = good ? 0 : 1;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
