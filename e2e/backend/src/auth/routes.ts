import type { FastifyInstance } from 'fastify';
import type { BackendContext } from '../context.ts';

export function registerAuthRoutes(_app: FastifyInstance, _context: BackendContext): void {}
