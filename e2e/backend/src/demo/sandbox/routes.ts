import { readFileSync } from 'node:fs';
import { STICKER_SEGMENT } from '@shared/contract/url-layout';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import QRCode from 'qrcode';
import { isInService } from '../../domain/sites/in-service.ts';
import type { Db } from '../../platform/database/database.ts';
import { desc, eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, sites } from '../../platform/database/schema.ts';
import { Failure } from '../../platform/failure.ts';
import type { DemoContext } from './context.ts';
import { controlServer } from './control-server.ts';
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

/** Registers `/sandbox`. Called only if the backend runs as a sandbox. `app` has no prefix. */
export function registerSandboxRoutes(app: FastifyInstance, context: DemoContext): void {
  const { db, mailer } = context;
  const sendToChargers = chargersControl(context);

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

  app.get('/sandbox/api/simulators', () => sendToChargers(''));
  app.get('/sandbox/api/simulators/:id', (request: FastifyRequest<{ Params: { id: string } }>) =>
    sendToChargers(`/${encodeURIComponent(request.params.id)}`),
  );
  /** An action of `@e2e/chargers`: plug, unplug, stop, fault, offline, … */
  app.post('/sandbox/api/simulators/:id', (request: FastifyRequest<{ Params: { id: string } }>) =>
    sendToChargers(`/${encodeURIComponent(request.params.id)}`, request.body ?? {}),
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

/** Returns a client of the control server of the simulated charge points. Without one, it throws a 503. */
function chargersControl({ options }: DemoContext) {
  const absent = (message: string) => new Failure(503, 'NO_SIMULATORS', message);
  if (!options.chargersUrl)
    return async () => {
      throw absent('No simulated charge points are running');
    };
  return controlServer(`${options.chargersUrl}/charge-points`, options, {
    absent: () => absent('The simulated charge points do not respond'),
    refused: 'SIMULATOR_REFUSED',
  });
}
