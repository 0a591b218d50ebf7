/**
 * `pnpm dev`: shell and remotes from their development servers, with Fast Refresh of a remote inside the shell, in front
 * of the backend and the simulated charge points. The shell listens on `PORT` (3000), each remote on one of the next.
 */
import { fileURLToPath } from 'node:url';
import { developmentPorts, startDevServers } from '../shared/federation/src/index.ts';
import { createBackend } from './backend/src/index.ts';
import { startChargers } from './start/chargers.ts';
import { firstTaken, freePort } from './start/ports.ts';
import { welcome } from './start/welcome.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const taken = await firstTaken(developmentPorts());
if (taken) {
  console.error(`Port ${taken} is taken. Choose another one: PORT=${taken + 1} pnpm dev`);
  process.exit(1);
}
const port = await freePort();
const shellPort = Number(process.env.PORT ?? 3000);
const controlPort = await freePort();
const backend = await createBackend({
  port,
  host: '127.0.0.1',
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? `${ROOT}.data/database`,
  chargersUrl: `http://127.0.0.1:${controlPort}`,
  // The backend is asked by way of the shell's server, and can't see its address.
  siteUrl: `http://localhost:${shellPort}`,
  sandbox: true,
  seed: true,
  logLevel: process.env.LOG_LEVEL ?? 'warn',
});
const chargers = startChargers(ROOT, `http://127.0.0.1:${port}`, controlPort);
await startDevServers(`http://127.0.0.1:${port}`);
console.log(await welcome(backend, shellPort));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void chargers
      .stop()
      .then(() => backend.close())
      .then(() => process.exit(0));
  });
}
