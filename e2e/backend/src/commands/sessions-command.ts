/** `pnpm sessions end …`: logs an account out everywhere. */
import { parseArgs } from 'node:util';
import { endSessions } from '../domain/people/auth/end-sessions.ts';
import { readEnvironment } from '../environment.ts';
import { openDatabase } from '../platform/database/open-database.ts';

const HELP = `pnpm sessions end <e-mail> [--brand <slug>]    ends every session of an account

The database is DATABASE_URL, or the embedded one of DATA_DIR (.data/database) while no server has it open.`;

async function run(): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { brand: { type: 'string' } },
  });
  const [action, email] = positionals;
  if (action !== 'end' || !email) throw new Error(HELP);
  const { databaseUrl, dataDir = '.data/database' } = readEnvironment(process.env);
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    const ended = await endSessions(database.db, email, values.brand);
    if (ended === undefined) throw new Error('There is no such account.');
    return `${ended} sessions ended.`;
  } finally {
    await database.close();
  }
}

try {
  console.log(await run());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
