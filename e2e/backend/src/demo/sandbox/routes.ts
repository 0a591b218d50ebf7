import { readFileSync } from 'node:fs';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import QRCode from 'qrcode';
import { isInService } from '../../domain/sites/in-service.ts';
import type { Db } from '../../platform/database/database.ts';
import { desc, eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, sites } from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import { abortAfter } from '../../platform/time-limit.ts';
import type { DemoContext } from './context.ts';
import { simulatedFleet } from './fleet.ts';

/** Files of the sandbox page. Its content security policy allows no inline scripts. */
const PAGE = {
  '/sandbox': { file: 'sandbox.html', type: 'text/html; charset=utf-8' },
  '/sandbox/sandbox.js': { file: 'sandbox.js', type: 'text/javascript; charset=utf-8' },
  '/sandbox/outbox.js': { file: 'outbox.js', type: 'text/javascript; charset=utf-8' },
  '/sandbox/orders.js': { file: 'orders.js', type: 'text/javascript; charset=utf-8' },
  '/sandbox/sandbox.css': { file: 'sandbox.css', type: 'text/css; charset=utf-8' },
  '/sandbox/label': { file: 'label.html', type: 'text/html; charset=utf-8' },
  '/sandbox/label.js': { file: 'label.js', type: 'text/javascript; charset=utf-8' },
} as const;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** Time limit of a request to the simulated charge points. */
const TIMEOUT_MS = 5000;

/** Registers `/sandbox`. Called only if the backend runs as a sandbox. `app` has no prefix. */
export function registerSandboxRoutes(app: FastifyInstance, context: DemoContext): void {
  const { db, mailer } = context;
  const controls = createSandboxControls(context);

  for (const [url, { file, type }] of Object.entries(PAGE)) {
    const content = readFileSync(new URL(`./page/${file}`, import.meta.url));
    app.get(url, async (_request, reply) =>
      reply
        .type(type)
        .headers({ 'cache-control': 'no-cache', 'content-security-policy': POLICY })
        .send(content),
    );
  }

  app.get('/sandbox/qr/:number', async (request: FastifyRequest<{ Params: { number: string } }>, reply) => {
    const origin = `${request.protocol}://${request.host}`;
    const chargerUrl = `${origin}/${STICKER_SEGMENT}/${encodeURIComponent(request.params.number)}`;
    const svg = await QRCode.toString(chargerUrl, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' });
    return reply.type('image/svg+xml').send(svg);
  });

  app.get('/sandbox/api/chargers', () => listChargers(db));
  app.get('/sandbox/api/outbox', async () => mailer.outbox());
  app.get('/sandbox/api/charge-points', () => simulatedFleet(db));

  app.get('/sandbox/api/simulators', () => controls.send(''));
  app.get('/sandbox/api/simulators/:id', (request: FastifyRequest<{ Params: { id: string } }>) =>
    controls.send(`/${encodeURIComponent(request.params.id)}`),
  );
  /** An action of `@e2e/chargers`: plug, unplug, stop, fault, offline, … */
  app.post('/sandbox/api/simulators/:id', (request: FastifyRequest<{ Params: { id: string } }>) =>
    controls.send(`/${encodeURIComponent(request.params.id)}`, request.body ?? {}),
  );
}

/** Returns the connectors in service with their printed numbers. */
async function listChargers(db: Db) {
  const rows = await db
    .select({ site: sites, chargePoint: chargePoints, connector: connectors })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .innerJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .where(isInService)
    .orderBy(desc(chargePoints.online), sites.name, chargePoints.code, connectors.connectorId);
  return rows.map(({ site, chargePoint, connector }) => ({
    /** The number that a driver types and that the QR code contains. */
    number: `${chargePoint.code}-${connector.connectorId}`,
    site: site.name,
    name: connector.name,
    chargePointId: chargePoint.id,
    connectorId: connector.connectorId,
    plug: connector.plug,
    maxPowerKw: connector.maxPowerKw,
    online: chargePoint.online,
    status: connector.status,
    simulated: chargePoint.simulated,
  }));
}

/** Creates a client of the control server of the simulated charge points. */
function createSandboxControls({ clock, options }: DemoContext) {
  const { chargersUrl, transports } = options;
  return {
    /** Returns the simulator's response. Throws its error, or 503 if no simulator responds. */
    async send(path: string, action?: unknown): Promise<unknown> {
      if (!chargersUrl) throw new Failure(503, 'NO_SIMULATORS', 'No simulated charge points are running');
      const response = await abortAfter(clock, TIMEOUT_MS, (signal) =>
        transports.fetch(`${chargersUrl}/charge-points${path}`, {
          ...(action !== undefined && { method: 'POST', body: JSON.stringify(action) }),
          signal,
        }),
      ).catch(() => {
        throw new Failure(503, 'NO_SIMULATORS', 'The simulated charge points do not respond');
      });
      if (!response.ok) throw new Failure(response.status, 'SIMULATOR_REFUSED', await response.text());
      return response.json();
    },
  };
}
