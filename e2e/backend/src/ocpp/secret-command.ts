/** `pnpm charge-point …`: manages the secrets that charge points authenticate with. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../db/open-database.ts';
import { readEnvironment } from '../environment.ts';
import { changeSecret, secretActions } from './secrets.ts';

const HELP = `pnpm charge-point secret create <id>    creates the first secret of a charge point
pnpm charge-point secret rotate <id>    replaces the secret; the old one is refused from now on
pnpm charge-point secret revoke <id>    removes the secret; in production the charge point is then refused

A secret is printed once, and only its hash is stored. Configure it as the charge point's password (HTTP Basic,
AuthorizationKey) with <id> as the user name. Open connections with an older secret are closed within a minute.
The database is DATABASE_URL, or the embedded one in DATA_DIR (.data/database), which no server may have open.`;

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
    console.log(secret ?? `${id} no longer has a secret.`);
    return true;
  } finally {
    await database.close();
  }
}

function open() {
  const { databaseUrl, dataDir = '.data/database' } = readEnvironment(process.env);
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
