/**
 * `pnpm start [--reset]`: the whole product on one machine. Builds the site where it is missing or older than its
 * sources, starts the backend with its demo data in `.data/` and the simulated charge points, and says where to look.
 * With `NODE_ENV=production` there is no demo: no data, no sandbox, no simulated charge points.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type Backend,
  createBackend,
  readMailOptions,
  readPaymentProvider,
  readTls,
  resetFolder,
} from './backend/src/index.ts';
import { buildIfStale } from './start/build-if-stale.ts';
import { startChargers } from './start/chargers.ts';
import { freePort, isFree } from './start/ports.ts';
import { welcome } from './start/welcome.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { values } = await orGiveUp(() =>
  parseArgs({ options: { reset: { type: 'boolean', default: false } } }),
);
const { env } = process;
const port = Number(env.PORT ?? 3000);
const dataDir = env.DATA_DIR ?? `${ROOT}.data/database`;
const production = env.NODE_ENV === 'production';

if (!(await isFree(port))) giveUp(`Port ${port} is taken. Choose another one: PORT=${port + 1} pnpm start`);
if (values.reset && env.DATABASE_URL) {
  giveUp('--reset begins .data/ anew; the database of DATABASE_URL is yours to empty.');
}
const tls = await orGiveUp(() => readTls(env));
const mail = await orGiveUp(() => readMailOptions(env));
const payment = await orGiveUp(() => readPaymentProvider(env));
if (values.reset) await orGiveUp(() => resetFolder(dataDir));
await orGiveUp(() => buildIfStale(ROOT));

const controlPort = await freePort();
const backend: Backend = await orGiveUp(() =>
  createBackend({
    port,
    host: env.HOST ?? '0.0.0.0',
    tls,
    databaseUrl: env.DATABASE_URL,
    dataDir,
    siteDir: `${ROOT}dist`,
    chargersUrl: production ? undefined : `http://127.0.0.1:${controlPort}`,
    sandbox: !production,
    seed: !production,
    ...mail,
    payment,
    logLevel: env.LOG_LEVEL ?? 'warn',
  }),
);
const backendUrl = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
const chargers = production ? undefined : startChargers(ROOT, backendUrl, controlPort);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    void Promise.resolve(chargers?.stop())
      .then(() => backend.close())
      .then(() => process.exit(0));
  });
console.log(await welcome(backend, port));

async function orGiveUp<T>(task: () => T | Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    return giveUp(error instanceof Error ? error.message : String(error));
  }
}

function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}
