import { type configuredOptions, createBackend } from '../backend/src/index.ts';
import { simulatedUrls, startSimulators } from './simulators.ts';
import { loopbackUrl, startupMessage } from './welcome.ts';

type Options = Awaited<ReturnType<typeof configuredOptions>> & { dataDir: string };

/** Starts the backend, and what is simulated around it. */
export async function startBackend(root: string, options: Options) {
  const simulated = await simulatedUrls(options);
  const backend = await createBackend({ logLevel: 'warn', ...options, ...simulated });
  const simulators = startSimulators(root, loopbackUrl(options), options.dataDir, simulated);
  return {
    /** @param port of the web app */
    message: (port: number) => startupMessage(backend, port),
    async stop() {
      await simulators.stop();
      await backend.close();
    },
  };
}
