import { shellPort } from '../../shared/federation/src/workspace.ts';
import { type configuredOptions, createBackend } from '../backend/src/index.ts';
import { simulatedUrls, startSimulators } from './simulators.ts';
import { startupMessage } from './welcome.ts';

type Options = Awaited<ReturnType<typeof configuredOptions>>;

/** Starts the backend behind the shell's server, and what is simulated around it. */
export async function startDevBackend(root: string, { port: _, ...options }: Options, port: number) {
  // Not the folder of `pnpm start`, which may run at the same time.
  const { dataDir = `${root}.data/development` } = options;
  const simulated = await simulatedUrls(options);
  const backend = await createBackend({
    logLevel: 'warn',
    ...options,
    dataDir,
    port,
    host: '127.0.0.1',
    ...simulated,
    // Requests come through the shell's server, so the backend can't see the URL of the page.
    webAppUrl: options.webAppUrl ?? `http://localhost:${shellPort()}`,
    tls: undefined,
    webAppDir: undefined,
  });
  const simulators = startSimulators(root, `http://127.0.0.1:${port}`, dataDir, simulated);
  return {
    message: () => startupMessage(backend, shellPort()),
    async stop() {
      await simulators.stop();
      await backend.close();
    },
  };
}
