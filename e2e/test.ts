/**
 * `pnpm test`: runs every check and every test. Needs nothing installed by hand.
 *
 *     pnpm test                   everything
 *     pnpm test --quick           format, lint, types, dead code and the tests without a server
 *     pnpm test --long            everything, with the large counts of the random tests
 *     pnpm test <path>…           files or folders, each in its runner
 *     pnpm test --watch [path]…   unit tests again after each change
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { commandsFor } from './run/commands-for.ts';
import { runPlan } from './run/run-plan.ts';
import { ALL, QUICK, REPORTS } from './run/stages.ts';
import { buildIfStale } from './start/build-if-stale.ts';
import { ensureBrowser } from './tests/browser.ts';
import { ensureEngines } from './tests/engines/engines.ts';
import { ensureNats } from './tests/ensure-nats.ts';
import { ensureNginx } from './tests/ensure-nginx.ts';

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = orExit(() =>
  parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      watch: { type: 'boolean', default: false },
    },
  }),
);
const preload = pathToFileURL(resolve(root, 'e2e/backend/src/platform/database/resolve-drizzle.ts'));
const env = {
  // Otherwise each of the many programs would parse its modules again, more than a third of its
  // start time.
  NODE_COMPILE_CACHE: resolve(root, '.cache/compiled'),
  ...process.env,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${preload}`,
  ...(values.long && { LONG_RUNS: '1' }),
};

if (values.watch || positionals.length > 0) await runSome();
else await runAll();

/** Runs the given paths in the foreground, or keeps running them with `--watch`. */
async function runSome() {
  const paths = positionals.map((path) => relative(root, resolve(process.env.INIT_CWD ?? '.', path)));
  const commands = orExit(() => commandsFor(root, paths, values.watch));
  if (commands.some(({ command }) => command === 'playwright')) {
    await ensureBrowser();
    await buildIfStale(`${root}/`);
  }
  for (const { command, args } of commands) {
    const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env });
    if (error) console.error(error.message);
    if (status !== 0) process.exitCode = 1;
  }
}

async function runAll() {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  if (!values.quick) {
    await ensureBrowser();
    // Before the tests, several of which would otherwise install them at the same time.
    ensureNats();
    ensureNginx();
    ensureEngines();
  }
  process.exitCode = (await runPlan(values.quick ? QUICK : ALL, root, env)) ? 0 : 1;
}

/** Ends the process with the error's message, without a stack, if the task throws. */
function orExit<T>(task: () => T): T {
  try {
    return task();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
