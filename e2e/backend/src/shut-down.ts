/** Shuts down an instance without interrupting running requests; other instances take over. */
import type { FastifyInstance } from 'fastify';
import type { CentralSystem } from './domain/charge-points/central-system.ts';
import type { Sockets } from './domain/live/sockets.ts';
import type { Clock } from './platform/clock.ts';
import { waitAtMost } from './platform/time-limit.ts';

/** Longer than a charge point may take to respond to a start or a stop, in ms. */
const REQUESTS_MS = 12_000;

/** Returns a function that resolves when no request is running. */
export function trackRequests({ server }: FastifyInstance): () => Promise<void> {
  let running = 0;
  let notify: (() => void) | undefined;
  server.on('request', (_request, response) => {
    running += 1;
    response.once('close', () => {
      running -= 1;
      if (running === 0) notify?.();
    });
  });
  return () =>
    new Promise((resolve) => {
      notify = resolve;
      if (running === 0) resolve();
    });
}

/**
 * Stops accepting connections, and makes connected clients reconnect to other instances. Takes less
 * than 30 s, after which service managers kill a process.
 */
export async function drain(
  { app, clock }: { app: FastifyInstance; clock: Clock },
  central: CentralSystem,
  sockets: Sockets,
  waitForRequests: () => Promise<void>,
): Promise<void> {
  // Fastify closes the server again, which is allowed. Proxies retry refused requests elsewhere.
  app.server.close();
  await Promise.all([
    sockets.reconnectAll(),
    central.close(),
    waitAtMost(clock, waitForRequests(), REQUESTS_MS),
  ]);
}
