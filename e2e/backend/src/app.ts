/** Assembles the backend: database, bus, API, live stream, OCPP and web app, all on one port. */
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { BackendContext, BackendOptions } from './context.ts';
import { createContext, usedEmulator } from './create-context.ts';
import { DEFAULTS } from './default-options.ts';
import { registerSandboxPayments } from './demo/sandbox/payments/routes.ts';
import { registerSandboxRoutes } from './demo/sandbox/routes.ts';
import { registerAccountDeletion } from './domain/account-deletion/routes.ts';
import { registerBoardRoutes } from './domain/boards/routes.ts';
import { registerBrandRoutes } from './domain/brands/routes.ts';
import type { SendCall } from './domain/charge-points/calls.ts';
import { attachOcpp, type CentralSystem } from './domain/charge-points/central-system.ts';
import { listenForChargePoints } from './domain/charge-points/tls-listener.ts';
import { registerChargingRoutes } from './domain/charging/routes.ts';
import { guestPixOf } from './domain/guests/guest-pix.ts';
import { registerGuestRoutes } from './domain/guests/routes.ts';
import { createSockets } from './domain/live/sockets.ts';
import { registerLiveStream, WEBSOCKET_OPTIONS } from './domain/live/stream.ts';
import { registerLiveTickets } from './domain/live/tickets.ts';
import { registerNotices } from './domain/money/payment/notices.ts';
import { registerMoneyRoutes } from './domain/money/routes.ts';
import { registerNoticeRoutes } from './domain/notices/routes.ts';
import { registerOperatorRoutes } from './domain/operator/routes.ts';
import { registerConfirmation } from './domain/people/auth/confirmation.ts';
import { callerIdOf } from './domain/people/auth/session.ts';
import { registerPeopleRoutes } from './domain/people/routes.ts';
import { registerSitePictures } from './domain/sites/published-sites.ts';
import { registerSiteRoutes } from './domain/sites/routes.ts';
import { registerTagRoutes } from './domain/tags/routes.ts';
import { registerValetRoutes } from './domain/valet/routes.ts';
import { registerVehicleRoutes } from './domain/vehicles/routes.ts';
import { registerWaitingLineRoutes } from './domain/waiting-line/routes.ts';
import { listJobs } from './list-jobs.ts';
import { addGauges } from './metrics-gauges.ts';
import { registerHealth, registerReadiness } from './platform/api/readiness.ts';
import { createServer, prepareApi, prepareServer } from './platform/api/server.ts';
import { dispatchUpgrades } from './platform/api/upgrades.ts';
import { createMigrationCheck } from './platform/database/open-database.ts';
import { createLeaseRenewal, endLease } from './platform/instances/instances.ts';
import { startJobs } from './platform/jobs/start-jobs.ts';
import { logSecurityEvents } from './platform/logs/security-log.ts';
import { serveMetrics } from './platform/metrics/metrics.ts';
import { registerReleases } from './remotes/releases/routes.ts';
import { registerRemoteReports } from './remotes/routes.ts';
import { serveWebApp } from './serve-web-app.ts';
import { drain, trackRequests } from './shut-down.ts';

const API_PREFIX = '/v1/api';

export interface Backend {
  /** For example `http://127.0.0.1:3000`, without a trailing slash. */
  url: string;
  /** URL of `/metrics`, if it is served. */
  metricsUrl?: string | undefined;
  /** `wss://` URL of the port for charge points with TLS, if there is one. */
  ocppUrl: string | undefined;
  app: FastifyInstance;
  context: BackendContext;
  /** Sends a call to a charge point, as the jobs do. */
  sendCall: SendCall;
  close(): Promise<void>;
}

/** Opens and migrates the database, and starts the server. */
export async function createBackend(given: Partial<BackendOptions> = {}): Promise<Backend> {
  const options = { ...DEFAULTS, ...given };
  const app = createServer(options);
  const context = await createContext(options, app.log);
  const central = attachOcpp(context);
  const sockets = createSockets(context.clock);
  const shutdown = new AbortController();
  await central.endLost();

  await prepareServer(app, context);
  await app.register(websocket, WEBSOCKET_OPTIONS);
  await app.register(async (api) => registerApi(api, context, central), { prefix: API_PREFIX });
  await app.register(async (pages) => registerConfirmation(pages, context), { prefix: '/v1/confirm' });
  await app.register(async (live) => registerLiveStream(live, context, sockets), { prefix: '/v1/ws' });
  await app.register(async (notices) => registerNotices(notices, context), { prefix: '/v1/notices' });
  if (options.sandbox) registerSandboxRoutes(app, context);
  const emulator = usedEmulator(options);
  if (emulator) registerSandboxPayments(app, context, emulator);
  registerHealth(app, context.db);
  registerReadiness(app, context.clock, readinessChecks(context), shutdown.signal);
  registerSitePictures(app, context.db);
  await serveWebApp(app, context);

  await app.ready();
  dispatchUpgrades(app, central, options.handshakeMs);
  const waitForRequests = trackRequests(app);
  const metrics = options.metrics && (await serveMetrics(context.metrics, options.metrics, app.log));
  const url = await options.transports.listen(app, options);
  const ocpp = await listenForChargePoints(context, central);
  const renewLease = createLeaseRenewal(context, central, () => {
    process.exitCode = 1;
    void close();
  });
  const { bus, clock, database, db, instance } = context;
  const jobList = listJobs(context, central, sockets, renewLease);
  const jobs = startJobs(jobList, context, context.metrics.countJobFailure);
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
    const steps = {
      connections: () => drain({ app, clock }, central, sockets, waitForRequests),
      jobs: () => jobs.stop(),
      'OCPP server': () => ocppClosed,
      'HTTP server': () => app.close(),
      // If the database is unavailable, the lease expires.
      lease: () =>
        endLease(db, instance).catch((err: unknown) => app.log.warn({ err }, 'could not end the lease')),
      bus: () => bus.close(),
      metrics: () => metrics?.close(),
      database: () => database.close(),
    };
    for (const [step, end] of Object.entries(steps)) {
      app.log.info({ step }, 'shutting down');
      await end();
    }
  }
  return {
    url,
    metricsUrl: metrics?.url,
    ocppUrl: ocpp && `wss://${options.host}:${ocpp.port}`,
    app,
    context,
    sendCall: central.sendCall,
    close,
  };
}

async function registerApi(api: FastifyInstance, context: BackendContext, { sendCall }: CentralSystem) {
  await prepareApi(api);
  logSecurityEvents(api, API_PREFIX, callerIdOf);
  registerBrandRoutes(api, context, (brand) => guestPixOf(context.payments, brand) !== undefined);
  registerPeopleRoutes(api, context);
  registerAccountDeletion(api, context);
  registerVehicleRoutes(api, context);
  registerTagRoutes(api, context);
  registerSiteRoutes(api, context);
  registerMoneyRoutes(api, context);
  registerChargingRoutes(api, context, sendCall);
  registerGuestRoutes(api, context);
  registerWaitingLineRoutes(api, context);
  registerLiveTickets(api, context);
  registerNoticeRoutes(api, context);
  registerBoardRoutes(api, context);
  registerValetRoutes(api, context, sendCall);
  registerOperatorRoutes(api, context, sendCall);
  registerRemoteReports(api, context);
  registerReleases(api, context);
}

function readinessChecks({ db, bus }: BackendContext) {
  const lacksMigrations = createMigrationCheck(db);
  return {
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
}
