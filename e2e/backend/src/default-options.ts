import { COMMAND_TIMEOUT_MS } from '@shared/contract/operator';
import type { BackendOptions } from './context.ts';
import { LATENCY_MS, START_TIMEOUT_MS } from './domain/charging/response-timeouts.ts';
import { PUSH_SERVICES } from './domain/notices/endpoint.ts';
import { systemClock } from './platform/clock.ts';
import { LEASE_MS } from './platform/instances/instances.ts';
import { systemRandomness } from './platform/randomness.ts';
import { MINUTE_MS } from './platform/time.ts';
import { systemTransports } from './platform/transports.ts';

export const DEFAULTS: BackendOptions = {
  port: 0,
  host: '127.0.0.1',
  sandbox: false,
  seed: false,
  requestMs: 60_000,
  maxConnections: 10_000,
  liveSocketsPerAddressBlock: 200,
  allowedOrigins: [],
  pushServices: PUSH_SERVICES,
  pushToLoopback: false,
  logLevel: 'silent',
  clock: systemClock,
  randomness: systemRandomness,
  transports: systemTransports,
  startTimeoutMs: START_TIMEOUT_MS,
  latencyMs: LATENCY_MS,
  sharesPower: false,
  shareMs: 5_000,
  turnMs: 10 * MINUTE_MS,
  commandTimeoutMs: COMMAND_TIMEOUT_MS,
  handshakeMs: 10_000,
  leaseMs: LEASE_MS,
  moveMs: 12_000,
  checkMs: 30_000,
  judgeMs: 30_000,
  withdrawsVersions: true,
  prerenders: true,
  renderMs: 50,
  viewMs: 250,
  geocoderMs: 2000,
  publicKeys: [],
  // One, so that the `MIN_FAILED` failures that withdraw a version come from as many address
  // blocks.
  failuresPerAddressBlock: 1,
};
