/** Counters and histograms of `/metrics`; `metrics-gauges.ts` adds the gauges. Every label has a fixed set of values. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyBaseLogger } from 'fastify';

/** In seconds; a start is given up after 10 s. */
const START_BUCKETS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const ocppMessages = new Counter({
    name: 'faisca_ocpp_messages_total',
    help: 'OCPP calls by the side that sent them, action and result.',
    labelNames: ['sender', 'action', 'result'],
    registers,
  });
  const starts = new Histogram({
    name: 'faisca_start_duration_seconds',
    help: "Time from a driver's start to the response, by its status.",
    labelNames: ['status'],
    buckets: START_BUCKETS,
    registers,
  });
  const jobFailures = new Counter({
    name: 'faisca_job_failures_total',
    help: 'Failed rounds of periodic jobs.',
    labelNames: ['job'],
    registers,
  });
  const failedLoads = new Counter({
    name: 'faisca_remote_failed_loads_total',
    help: 'Failed loads of remotes in browsers, by the phase that failed and what was shown after all.',
    labelNames: ['phase', 'recovered'],
    registers,
  });
  return {
    registry,
    /**
     * @param action one of OCPP's, or `unknown`: charge points may send any text
     * @param result `ok`, the kind of a failure, `unsupported` (an unknown action) or `malformed` (not
     * an OCPP-J message)
     */
    countOcpp(sender: 'chargePoint' | 'server', action: string, result: string): void {
      ocppMessages.inc({ sender, action, result });
    },
    observeStart(status: string, seconds: number): void {
      starts.observe({ status }, seconds);
    },
    countFailedLoad(phase: string, recovered = 'none'): void {
      failedLoads.inc({ phase, recovered });
    },
    countJobFailure(job: string): void {
      jobFailures.inc({ job });
    },
    /**
     * Adds a gauge that calls `read` on each scrape and is absent while `read` returns undefined.
     * @param label name of the label for the keys of the record that `read` returns
     */
    addGauge(name: string, help: string, read: Reader, label?: string): void {
      const gauge: Gauge<string> = new Gauge({
        name,
        help,
        labelNames: label ? [label] : [],
        registers,
        async collect() {
          const value = await read();
          gauge.reset();
          // Without labels, a reset sets the gauge to zero instead of removing its value.
          if (value === undefined) return label ? undefined : gauge.remove();
          if (typeof value === 'number') gauge.set(value);
          else for (const [key, number] of Object.entries(value)) gauge.set({ [label ?? '']: key }, number);
        },
      });
    },
  };
}

type Reading = number | Record<string, number> | undefined;
type Reader = () => Reading | Promise<Reading>;

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
