/**
 * `pnpm dev`: runs shell and remotes on their development servers, with Fast Refresh of remotes
 * inside the shell, together with the backend and the simulated charge points. The shell listens on
 * `PORT` (3000), the remotes on the ports after it.
 */
import { fileURLToPath } from 'node:url';
import { developmentPorts, startDevServers } from '../shared/federation/src/index.ts';
import { configuredOptions, createBackend } from './backend/src/index.ts';
import { startChargers } from './start/chargers.ts';
import { firstTaken, freePort } from './start/ports.ts';
import { startupMessage } from './start/welcome.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const { port: shellPort, ...options } = await configuredOptions(process.env).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
const taken = await firstTaken(developmentPorts());
if (taken) {
  console.error(`Port ${taken} is taken. Choose another one: PORT=${taken + 1} pnpm dev`);
  process.exit(1);
}
const port = await freePort();
const controlPort = await freePort();
const backend = await createBackend({
  logLevel: 'warn',
  ...options,
  dataDir: options.dataDir ?? `${ROOT}.data/database`,
  port,
  host: '127.0.0.1',
  chargersUrl: `http://127.0.0.1:${controlPort}`,
  // Requests come through the shell's server, so the backend can't see the address of the page.
  siteUrl: options.siteUrl ?? `http://localhost:${shellPort}`,
  tls: undefined,
  siteDir: undefined,
});
const chargers = options.sandbox ? startChargers(ROOT, `http://127.0.0.1:${port}`, controlPort) : undefined;
await startDevServers(`http://127.0.0.1:${port}`);
console.log(await startupMessage(backend, shellPort));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    Promise.resolve(chargers?.stop())
      .then(() => backend.close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error);
          process.exit(1);
        },
      );
  });
}
