/** `pnpm sessions end …`: logs an account out everywhere. */
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { endSessions } from '../domain/people/auth/tokens.ts';
import { withDatabase } from './with-database.ts';

const HELP = `pnpm sessions end <e-mail> [--brand <slug>]    ends every session of an account

The database is DATABASE_URL, or the embedded one of DATA_DIR (.data/database) while no server has it open.`;

await runCommand(HELP, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { brand: { type: 'string' } },
  });
  const [action, email] = positionals;
  if (action !== 'end' || !email) throw new WrongArguments();
  const ended = await withDatabase((db) => endSessions(db, email, values.brand));
  if (ended === undefined) throw new Error('There is no such account.');
  console.log(`${ended} sessions ended.`);
  return 0;
});
