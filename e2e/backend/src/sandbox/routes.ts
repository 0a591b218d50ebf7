import type { FastifyInstance } from 'fastify';
import type { BackendContext } from '../context.ts';
import type { CentralSystem } from '../ocpp/attach.ts';

/** `/sandbox`: called only where the backend runs as a sandbox. `app` has no prefix. */
export function registerSandboxRoutes(
  _app: FastifyInstance,
  _context: BackendContext,
  _central: CentralSystem,
): void {}
