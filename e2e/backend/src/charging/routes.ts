import type { FastifyInstance } from 'fastify';
import type { BackendContext } from '../context.ts';
import type { CentralSystem } from '../ocpp/attach.ts';

/** The calls of a charge. `app` has the API's prefix already. */
export function registerChargingRoutes(
  _app: FastifyInstance,
  _context: BackendContext,
  _central: CentralSystem,
): void {}
