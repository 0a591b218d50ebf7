/**
 * `pnpm start [--reset]`: runs the whole product on one machine. Builds the web app if it is
 * missing or older than its sources, starts the backend with demo data in `.data/`, the simulated
 * charge points and the emulator of the payment providers, and prints their URLs. In production
 * (`.docs/configuration.md`) there is no demo data, no sandbox and nothing simulated.
 */
import { rm } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import './backend/src/platform/database/resolve-drizzle.ts';
import { collectGarbage, keepSmallHeap } from './backend/src/platform/small-heap.ts';
import { buildIfStale } from './start/build-if-stale.ts';
import { isFree } from './start/ports.ts';
import { compileCache, stateFile } from './start/simulators.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
enableCompileCache(compileCache(ROOT));
const { values } = await orExit(() => parseArgs({ options: { reset: { type: 'boolean', default: false } } }));
// A demo has little load: a larger young generation would only cost 40 MB.
keepSmallHeap();
const { configuredOptions } = await import('./backend/src/configured-options.ts');
const { createFolder } = await import('./backend/src/platform/database/embedded.ts');
const { resetFolder } = await import('./backend/src/platform/database/one-process.ts');
const options = await orExit(() => configuredOptions(process.env));
const { port, dataDir = `${ROOT}.data/database` } = options;

if (!(await isFree(port)))
  exitWithMessage(`Port ${port} is taken. Choose another one: PORT=${port + 1} pnpm start`);
if (values.reset && options.databaseUrl) {
  exitWithMessage('--reset clears .data/ only. Clear the database of DATABASE_URL yourself.');
}
if (values.reset) {
  await orExit(() => resetFolder(dataDir));
  await rm(stateFile(dataDir), { force: true });
}
await orExit(() => buildIfStale(ROOT));
if (!options.databaseUrl) await orExit(() => createFolder(dataDir));

const { startBackend } = await import('./start/start-backend.ts');
const webAppDir = options.webAppDir ?? `${ROOT}dist`;
const backend = await orExit(() => startBackend(ROOT, { ...options, dataDir, webAppDir }));

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void orExit(async () => {
      await backend.stop();
      process.exit(0);
    });
  });
console.log(await backend.message(port));
await collectGarbage();

async function orExit<T>(task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    return exitWithMessage(error instanceof Error ? error.message : String(error));
  }
}

function exitWithMessage(message: string): never {
  console.error(message);
  process.exit(1);
}
