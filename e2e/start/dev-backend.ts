import { shellPort } from '../../shared/federation/src/workspace.ts';
import { type configuredOptions, createBackend } from '../backend/src/index.ts';
import { startChargers } from './chargers.ts';
import { freePort } from './ports.ts';
import { startupMessage } from './welcome.ts';

type Options = Awaited<ReturnType<typeof configuredOptions>>;

/** Starts the backend behind the shell's server, and the simulated charge points. */
export async function startDevBackend(root: string, { port: _, ...options }: Options, port: number) {
  const controlPort = await freePort();
  const backend = await createBackend({
    logLevel: 'warn',
    ...options,
    dataDir: options.dataDir ?? `${root}.data/database`,
    port,
    host: '127.0.0.1',
    chargersUrl: `http://127.0.0.1:${controlPort}`,
    // Requests come through the shell's server, so the backend can't see the URL of the page.
    webAppUrl: options.webAppUrl ?? `http://localhost:${shellPort()}`,
    tls: undefined,
    webAppDir: undefined,
  });
  const chargers = options.sandbox ? startChargers(root, `http://127.0.0.1:${port}`, controlPort) : undefined;
  return {
    message: () => startupMessage(backend, shellPort()),
    async stop() {
      await chargers?.stop();
      await backend.close();
    },
  };
}
