import { parseJson } from '@shared/contract';
import type { FastifyRequest } from 'fastify';
import { allowsSocketFrom } from '../platform/api/origins.ts';
import { Failure } from '../platform/failure.ts';
import type { RemotesOptions } from './context.ts';

/**
 * Returns the body of a report. Browsers send it as text, without a CORS preflight, so the origin
 * is checked here.
 * @throws Failure 403 for another origin's page, whose visitors would each count as a network
 */
export function reportOf({ body, headers, host }: FastifyRequest, options: RemotesOptions): unknown {
  if (typeof body !== 'string') return body;
  if (!allowsSocketFrom(options, headers.origin, host)) throw new Failure(403, 'ORIGIN_REFUSED');
  return parseJson(body);
}
