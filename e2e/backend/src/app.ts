/** Assembles the backend: database, bus, API, live stream, OCPP and web app, all on one port. */
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import websocket from '@fastify/websocket';
import { COMMAND_TIMEOUT_MS } from '@shared/contract/operator';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { addGauges } from './add-gauges.ts';
import type { BackendContext, BackendOptions } from './context.ts';
import { registerSandboxRoutes } from './demo/sandbox/routes.ts';
import { withPreviews, withStandInScript } from './demo/sandbox/sandbox-config.ts';
import { refuseDemoLogins } from './demo/seed/refuse-demo-logins.ts';
import { seedDemo } from './demo/seed/seed.ts';
import { registerStandIn } from './demo/stand-in/routes.ts';
import { createStandIn } from './demo/stand-in/stand-in.ts';
import { registerAccountDeletion } from './domain/account-deletion/routes.ts';
import { registerViewerRoutes } from './domain/boards/routes.ts';
import { registerBrandRoutes } from './domain/brands/routes.ts';
import { attachOcpp } from './domain/charge-points/attach.ts';
import { listenForChargePoints } from './domain/charge-points/tls-listener.ts';
import { LATENCY_MS, START_TIMEOUT_MS } from './domain/charging/deadlines.ts';
import { createChargeHandlers } from './domain/charging/handle-messages.ts';
import { registerChargingRoutes } from './domain/charging/routes.ts';
import { createSockets } from './domain/live/sockets.ts';
import { registerLiveStream, WEBSOCKET_OPTIONS } from './domain/live/stream.ts';
import { registerLiveTickets } from './domain/live/tickets.ts';
import { registerCouponRoutes } from './domain/money/coupons/routes.ts';
import { registerPaymentRoutes } from './domain/money/payment/routes.ts';
import { registerWalletRoutes } from './domain/money/wallet/routes.ts';
import { PUSH_SERVICES } from './domain/notices/endpoint.ts';
import { deleteEndNotice, enqueueEndNotice, enqueueOrderNotice } from './domain/notices/enqueue.ts';
import { registerPushRoutes } from './domain/notices/routes.ts';
import { loadVapidKeys } from './domain/notices/vapid.ts';
import { registerOperatorRoutes } from './domain/operator/routes.ts';
import { registerPushTokens } from './domain/people/account/push-tokens.ts';
import { registerAccountRoutes } from './domain/people/account/routes.ts';
import { registerConfirmation } from './domain/people/auth/confirmation.ts';
import { registerPasswordReset } from './domain/people/auth/password-reset.ts';
import { createPasswords } from './domain/people/auth/passwords.ts';
import { registerRegistration } from './domain/people/auth/registration.ts';
import { registerAuthRoutes } from './domain/people/auth/routes.ts';
import { callerIdOf } from './domain/people/auth/session.ts';
import { registerSiteRoutes } from './domain/sites/routes.ts';
import { createWatchedSites } from './domain/sites/watched-sites.ts';
import { finishQueued, reopenQueued, resumeQueued } from './domain/valet/queue.ts';
import { registerValetRoutes } from './domain/valet/routes.ts';
import { registerVehicleRoutes } from './domain/vehicles/routes.ts';
import { listJobs } from './list-jobs.ts';
import { importBrands } from './network/import-brands.ts';
import { serverOptions } from './platform/api/connection-limits.ts';
import { registerErrorHandler } from './platform/api/error-handler.ts';
import { allowsOrigin } from './platform/api/origins.ts';
import { registerReadiness } from './platform/api/readiness.ts';
import { setSecurityHeaders } from './platform/api/security-headers.ts';
import { dispatchUpgrades } from './platform/api/upgrades.ts';
import { openBus } from './platform/bus/open-bus.ts';
import type { Database } from './platform/database/database.ts';
import { createMigrationCheck } from './platform/database/missing-migrations.ts';
import { openDatabase } from './platform/database/open-database.ts';
import {
  endAllLeases,
  endLease,
  type Instance,
  LEASE_MS,
  registerInstance,
} from './platform/instances/instances.ts';
import { createLease } from './platform/instances/keep-lease.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { createLimits, requireLimits } from './platform/limits/limits.ts';
import { identifyRequests, loggingOptions, logRequests } from './platform/logs/logging.ts';
import { logSecurityEvents } from './platform/logs/security-log.ts';
import { createMailer } from './platform/mail/mailer.ts';
import { createMetrics } from './platform/metrics/metrics.ts';
import { serveMetrics } from './platform/metrics/serve-metrics.ts';
import { withWithdrawn } from './remotes/registry-file.ts';
import { registerRemoteReports } from './remotes/routes.ts';
import { drain, trackRequests } from './shut-down.ts';
import { registerSite } from './web/routes.ts';

export const DEFAULTS: BackendOptions = {
  port: 0,
  host: '127.0.0.1',
  sandbox: false,
  seed: false,
  requestMs: 60_000,
  maxConnections: 10_000,
  liveSocketsPerNetwork: 200,
  allowedOrigins: [],
  pushServices: PUSH_SERVICES,
  pushToLoopback: false,
  logLevel: 'silent',
  now: () => new Date(),
  startTimeoutMs: START_TIMEOUT_MS,
  latencyMs: LATENCY_MS,
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
  // One, so that the `MIN_FAILED` failures that withdraw a version come from as many networks.
  failuresPerNetwork: 1,
};
const API_PREFIX = '/v1/api';
const BODY_LIMIT = 64 * 1024;
/** In characters. A push token is sent in a path and may have hundreds. */
const MAX_PARAMETER_LENGTH = 4096;

export interface Backend {
  /** For example `http://127.0.0.1:3000`, without a trailing slash. */
  url: string;
  /** URL of `/metrics`, if it is served. */
  metricsUrl?: string | undefined;
  /** `wss://` URL of the port for charge points with TLS, if there is one. */
  ocppUrl: string | undefined;
  app: FastifyInstance;
  context: BackendContext;
  close(): Promise<void>;
}

/**
 * Backlog of the listening socket. All clients reconnect at once after a restart, and TCP retries a
 * connection that overran the backlog only after a second. Systems cap a backlog at about this
 * value.
 */
const BACKLOG = 4096;

/** Opens and migrates the database, and starts the server. */
export async function createBackend(given: Partial<BackendOptions> = {}): Promise<Backend> {
  const options = { ...DEFAULTS, ...given };
  const app = Fastify({
    ...loggingOptions(options.logLevel, options.logTo),
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: true,
    ...(options.trustedProxies && { trustProxy: options.trustedProxies }),
    ...serverOptions(options),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH },
  });
  const database = await openDatabase(options);
  const instance = await prepare(database, options, app.log).catch(async (error) => {
    await database.close();
    throw error;
  });
  const siteBrands = await importBrands(database.db, options.siteDir);
  const passwords = createPasswords(options.passwordCost);
  if (options.seed) await seedDemo(database.db, siteBrands.found, passwords, options.now());

  for (const problem of siteBrands.problems)
    app.log.error({ problem }, 'a brand of the build was skipped or could not be checked');
  app.server.maxConnections = options.maxConnections;
  const bus = await openBus({ ...options, log: app.log });
  const watched = createWatchedSites(bus, options.now);
  const { db } = database;
  const { now } = options;
  const mailer = createMailer(options, app.log);
  const usesStandIn = options.sandbox && !options.payment;
  const payment = usesStandIn ? createStandIn(db) : options.payment;
  const vapid = await loadVapidKeys(db, options.vapid);
  const base = {
    ...{ options, database, db, bus, instance, watched, mailer, payment, vapid, passwords, now },
    metrics: createMetrics(),
    log: app.log,
    orderEvents: { settled: enqueueOrderNotice },
    chargeEvents: {
      begun: resumeQueued,
      async ended(tx, charge, { reason, isCancelled }) {
        await finishQueued(tx, charge);
        if (!isCancelled) await enqueueEndNotice(tx, charge, reason);
      },
      async resumed(tx, charge) {
        await reopenQueued(tx, charge);
        await deleteEndNotice(tx, charge);
      },
    },
  } satisfies Omit<BackendContext, 'charges'>;
  const context: BackendContext = { ...base, charges: createChargeHandlers(base) };
  const central = attachOcpp(context);
  await central.endLost();

  app.decorate('callMs', options.callMs);
  app.decorate('limits', createLimits(context));
  identifyRequests(app);
  logRequests(app);
  setSecurityHeaders(app);
  registerErrorHandler(app);
  await app.register(cors, {
    origin: (origin, done) => done(null, allowsOrigin(options, origin)),
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    // The client synchronizes its clock with the date of a response.
    exposedHeaders: ['Date'],
    maxAge: 600,
  });
  await app.register(websocket, { options: WEBSOCKET_OPTIONS });
  await app.register(
    async (api) => {
      await api.register(compress, { threshold: 2048 });
      api.addHook('onRoute', requireLimits);
      // Responses to a user must not be cached.
      api.addHook('onRequest', async (request, reply) => {
        if (request.headers.authorization) reply.header('Cache-Control', 'no-store');
      });
      logSecurityEvents(api, API_PREFIX, callerIdOf);
      registerBrandRoutes(api, context);
      registerAuthRoutes(api, context);
      registerRegistration(api, context);
      registerPasswordReset(api, context);
      registerLiveTickets(api, context);
      registerPushTokens(api, context);
      registerPushRoutes(api, context);
      registerAccountRoutes(api, context);
      registerAccountDeletion(api, context);
      registerWalletRoutes(api, context);
      registerPaymentRoutes(api, context);
      registerCouponRoutes(api, context);
      registerSiteRoutes(api, context);
      registerVehicleRoutes(api, context);
      registerViewerRoutes(api, context);
      registerChargingRoutes(api, context, central.sendCall);
      registerRemoteReports(api, context);
      registerValetRoutes(api, context, central.sendCall);
      registerOperatorRoutes(api, context, central.sendCall);
    },
    { prefix: API_PREFIX },
  );
  await app.register(async (pages) => registerConfirmation(pages, context), { prefix: '/v1/confirm' });
  const sockets = createSockets();
  await app.register(async (live) => registerLiveStream(live, context, sockets), { prefix: '/v1/ws' });
  if (options.sandbox) registerSandboxRoutes(app, context);
  if (usesStandIn) registerStandIn(app, context);
  const shutdown = new AbortController();
  const lacksMigrations = createMigrationCheck(db);
  const checks = {
    database: {
      required: true,
      problem: async () =>
        (await lacksMigrations()) ? 'Migrations of this release are missing.' : undefined,
    },
    bus: {
      required: false,
      problem: async () => (bus.isConnected() ? undefined : "NATS can't be reached."),
    },
  };
  registerReadiness(app, checks, shutdown.signal);
  registerSite(app, context, (built) => {
    const files = withWithdrawn(built, context);
    if (!options.sandbox) return files;
    return usesStandIn ? withStandInScript(withPreviews(files)) : withPreviews(files);
  });

  await app.ready();
  dispatchUpgrades(app, central, options.handshakeMs);
  const waitForRequests = trackRequests(app);
  const metrics = options.metrics && (await serveMetrics(context.metrics, options.metrics, app.log));
  const url = await app.listen({ port: options.port, host: options.host, backlog: BACKLOG });
  const ocpp = await listenForChargePoints(context, central);
  const lease = createLease(context, central, () => {
    process.exitCode = 1;
    void close();
  });
  const { countJobFailure } = context.metrics;
  const jobs = startJobs(listJobs(context, central, sockets, lease), app.log, database, countJobFailure);
  addGauges(context, { central, sockets, jobs });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= shutDown();
    return closed;
  };
  async function shutDown() {
    shutdown.abort();
    // Resolves once `drain` has closed the connections of charge points.
    const ocppClosed = ocpp?.close();
    await drain(app, central, sockets, waitForRequests);
    await jobs.stop();
    await ocppClosed;
    await app.close();
    // If the database is unavailable, the lease expires.
    await endLease(db, instance).catch((err: unknown) => app.log.warn({ err }, 'could not end the lease'));
    await bus.close();
    await metrics?.close();
    await database.close();
  }
  return {
    url,
    metricsUrl: metrics?.url,
    ocppUrl: ocpp && `wss://${options.host}:${ocpp.port}`,
    app,
    context,
    close,
  };
}

async function prepare(
  database: Database,
  options: BackendOptions,
  log: FastifyBaseLogger,
): Promise<Instance> {
  if (!options.sandbox && !options.seed) await refuseDemoLogins(database.db);
  // Only one process can open the embedded database, so any other has ended.
  if (!options.databaseUrl) await endAllLeases(database.db);
  return registerInstance(database.db, options.natsUrl !== undefined, log, options.leaseMs);
}
