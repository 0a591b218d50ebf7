import { once } from 'node:events';
import { createServer } from 'node:http';
import { collectDefaultMetrics } from '@prometheus-io/client';
import type { FastifyBaseLogger } from 'fastify';
import type { Metrics } from './metrics.ts';

/**
 * Serves `/metrics` on its own port, which no proxy of the web app forwards, and adds process
 * metrics such as event loop lag.
 */
export async function serveMetrics(
  { registry }: Metrics,
  { port, host }: { port: number; host: string },
  log: FastifyBaseLogger,
): Promise<{ url: string; close: () => Promise<void> }> {
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.setHeader('Content-Type', registry.contentType).end(text),
      (err: unknown) => {
        log.error({ err }, 'the metrics could not be read');
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('the metrics server has no port');
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}/metrics`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
