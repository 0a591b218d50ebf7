/**
 * A backend with the demo data in its own process for the fuzz test: an uncaught error ends it.
 * Sends `{url}` to its parent, and `{connections, heapMb}` on request.
 */
import { createBackend } from '../app.ts';
import { freshDatabase } from './fresh-database.ts';

const database = await freshDatabase();
const backend = await createBackend({
  ...database.options,
  sandbox: true,
  seed: true,
  trustedProxies: 'loopback',
  handshakeMs: 60_000,
  passwordCost: { N: 16, r: 1, p: 1 },
});

process.on('message', () => {
  globalThis.gc?.();
  backend.app.server.getConnections((error, connections) => {
    if (error) throw error;
    process.send?.({ connections, heapMb: process.memoryUsage().heapUsed / 1_048_576 });
  });
});
process.once('SIGTERM', async () => {
  await backend.close();
  await database.drop();
  process.exit(0);
});
process.send?.({ url: backend.url });
