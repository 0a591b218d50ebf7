/** Runs the backend alone (`.docs/configuration.md`). `e2e/start.ts` runs the whole product. */
import './platform/database/resolve-drizzle.ts';
import type { Backend } from './app.ts';
import { withSmallHeap } from './platform/small-heap.ts';

async function start(): Promise<Backend> {
  const { configuredOptions, createBackend, sandboxNotice } = await import('./index.ts');
  const { dataDir = '.data/database', webAppDir = 'dist', ...options } = await configuredOptions(process.env);
  const backend = await createBackend({ logLevel: 'info', ...options, dataDir, webAppDir });
  if (options.sandbox) backend.app.log.warn(sandboxNotice(options));
  return backend;
}

/** Service managers kill a process after 30 s or more. */
const STOP_MS = 28_000;

async function stop(backend: Backend): Promise<never> {
  setTimeout(() => {
    backend.app.log.error('the shutdown took too long');
    process.exit(1);
  }, STOP_MS).unref();
  try {
    await backend.close();
    return process.exit(0);
  } catch (err) {
    backend.app.log.error({ err }, 'the shutdown failed');
    return process.exit(1);
  }
}

try {
  const backend = await withSmallHeap(start);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(backend));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
