import type { FastifyRequest } from 'fastify';
import type { BackendContext } from '../context.ts';

/**
 * Where a mail's links lead: `SITE_URL`, or in the sandbox the address by which the server was reached. In production
 * no mail is sent without `SITE_URL` (`readEnvironment`).
 */
export const siteAddress = ({ options }: Pick<BackendContext, 'options'>, request: FastifyRequest) =>
  options.siteUrl ?? `${request.protocol}://${request.host}`;
