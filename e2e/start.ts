/**
 * `pnpm start [--reset]`: the whole product on one machine. Builds the site where it is missing or older than its
 * sources, starts the backend with its demo data in `.data/` and the simulated charge points, and says where to look.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createBackend } from './backend/src/index.ts';
import { buildIfStale } from './start/build-if-stale.ts';
import { startChargers } from './start/chargers.ts';
import { freePort, isFree } from './start/ports.ts';
import { welcome } from './start/welcome.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } });
const { env } = process;
const port = Number(env.PORT ?? 3000);
const dataDir = env.DATA_DIR ?? `${ROOT}.data/database`;

if (!(await isFree(port))) {
  console.error(`Port ${port} is taken. Choose another one: PORT=${port + 1} pnpm start`);
  process.exit(1);
}
if (values.reset && env.DATABASE_URL) {
  console.error('--reset begins .data/ anew; the database of DATABASE_URL is yours to empty.');
  process.exit(1);
}
if (values.reset) await rm(dataDir, { recursive: true, force: true });
await buildIfStale(ROOT);

const controlPort = await freePort();
const backend = await createBackend({
  port,
  host: env.HOST ?? '0.0.0.0',
  databaseUrl: env.DATABASE_URL,
  dataDir,
  siteDir: `${ROOT}dist`,
  chargersUrl: `http://127.0.0.1:${controlPort}`,
  sandbox: true,
  seed: true,
  logLevel: env.LOG_LEVEL ?? 'warn',
});
const chargers = startChargers(ROOT, `http://127.0.0.1:${port}`, controlPort);
console.log(await welcome(backend, port));

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void chargers
      .stop()
      .then(() => backend.close())
      .then(() => process.exit(0));
  });
