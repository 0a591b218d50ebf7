/**
 * The backend of the journeys: configured like `main.ts`, but on a fresh database and any free
 * port, with an emulator of the payment providers in the same process, with cheap password hashes,
 * and with simulated charges that may be faster than real ones. The database is embedded, or on the
 * server of `JOURNEYS_DATABASE_URL`. `RECOMPRESS=1` compresses files at the best quality without
 * delay. Prints `{url}`.
 */
import { startEmulator } from '@e2e/payments';
import { HANG_MS } from '../../../run/hang-limit.ts';
import { createBackend } from '../app.ts';
import { configuredOptions } from '../configured-options.ts';
import { systemClock } from '../platform/clock.ts';
import { allowFastClocks } from './fast-clocks.ts';
import { freshDatabase } from './fresh-database.ts';

const closes: (() => Promise<void>)[] = [];

/** Starts a backend for the web app in a folder, and returns its URL. */
async function serve(webAppDir: string | undefined): Promise<string> {
  const database = await freshDatabase(process.env.JOURNEYS_DATABASE_URL);
  const emulator = await startEmulator({ now: systemClock.now });
  const backend = await createBackend({
    emulator,
    ...(await configuredOptions({ ...process.env, SITE_DIR: webAppDir })),
    dataDir: undefined,
    ...database.options,
    passwordCost: { N: 16, r: 1, p: 1 },
    pushToLoopback: true,
    // All browsers are in one network, and a journey waits for a version to be withdrawn.
    failuresPerAddressBlock: 1000,
    judgeMs: 2_000,
    // On a slow machine, first views would time out, and so would charge points and drivers.
    renderMs: HANG_MS,
    viewMs: HANG_MS,
    callMs: HANG_MS,
    databaseMs: HANG_MS,
    handshakeMs: HANG_MS,
    startTimeoutMs: HANG_MS,
    commandTimeoutMs: HANG_MS,
    latencyMs: HANG_MS,
    // Most tests don't wait for the network, and the encoder takes seconds on every core.
    recompressAfterMs: process.env.RECOMPRESS === '1' ? 0 : undefined,
    port: 0,
  });
  emulator.sendNoticesTo(backend.url);
  await allowFastClocks(backend.context.db);
  closes.push(async () => {
    await backend.close();
    await emulator.close();
    await database.drop();
  });
  return backend.url;
}

// For another folder in the same process, which saves most of the time and memory of another backend.
process.on('message', async (webAppDir: string) => process.send?.(await serve(webAppDir)));
process.once('SIGTERM', async () => {
  for (const close of closes) await close();
  process.exit(0);
});
console.log(JSON.stringify({ url: await serve(process.env.SITE_DIR) }));
