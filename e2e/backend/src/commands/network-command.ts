/** `pnpm network apply …`: applies a network file to the database. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { runCommand, WrongArguments } from '@shared/command-line';
import { readEnvironment } from '../environment.ts';
import { applyNetwork, InvalidNetwork, previewNetwork } from '../network/apply-network.ts';
import { type Change, formatChange, isEffective } from '../network/changes.ts';
import { readBuiltBrands } from '../network/import-brands.ts';
import { readNetwork } from '../network/read-network.ts';
import { openDatabase } from '../platform/database/open-database.ts';

const HELP = `pnpm network apply <file> [--prune] [--dry-run | --yes]

Applies the file's brands, sites, charge points, prices, coupons, valets, fleets and operators (.docs/network.md): shows
what will change, prompts for confirmation, and applies all of it or nothing.

--prune      also removes what isn't in the file; what charges refer to is retired instead
--dry-run    only shows what would change
--yes        applies without confirmation

The database is DATABASE_URL, or the embedded one in DATA_DIR (.data/database), which no server may have open.
Brands are those of the build in SITE_DIR (dist), or of the workspace.`;

async function run(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      prune: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  });
  const [command, file] = positionals;
  if (
    command !== 'apply' ||
    file === undefined ||
    positionals.length > 2 ||
    (values.yes && values['dry-run'])
  )
    throw new WrongArguments();
  const { network, describe } = await readNetwork(file);
  const { databaseUrl, dataDir = '.data/database', webAppDir = 'dist' } = readEnvironment(process.env);
  const { found: brandsOnDisk } = await readBuiltBrands(webAppDir);
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    const options = { brandsOnDisk, prune: values.prune, now: new Date() };
    if (values.yes) {
      const changes = await applyNetwork(database.db, network, options);
      print(changes);
      if (changes.some(isEffective)) console.log('Applied.');
      return 0;
    }
    const changes = await previewNetwork(database.db, network, options);
    print(changes);
    if (values['dry-run'] || !changes.some(isEffective)) return 0;
    if (!(await isConfirmed()))
      throw new Error('Nothing was applied. Use --yes to apply without confirmation.');
    await applyNetwork(database.db, network, options, changes);
    console.log('Applied.');
    return 0;
  } catch (error) {
    if (!(error instanceof InvalidNetwork)) throw error;
    throw new Error(error.problems.map(describe).join('\n'), { cause: error });
  } finally {
    await database.close();
  }
}

function print(changes: Change[]): void {
  for (const change of changes) console.log(formatChange(change));
  const count = changes.filter(isEffective).length;
  console.log(count === 0 ? 'No changes.' : `${count} ${count === 1 ? 'change' : 'changes'}.`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Apply? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

await runCommand(HELP, run);
