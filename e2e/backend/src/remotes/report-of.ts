import { parseJson } from '@shared/contract';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../api/failure.ts';
import type { BackendOptions } from '../context.ts';
import { allowsSocketFrom } from '../origins.ts';

/**
 * Returns the body of a report. Browsers send it as text, which needs no preflight, so they don't
 * check whether the page's origin may send it.
 * @throws Failure 403 for a page of another origin: each of its visitors would count as a network
 */
export function reportOf({ body, headers, host }: FastifyRequest, options: BackendOptions): unknown {
  if (typeof body !== 'string') return body;
  if (!allowsSocketFrom(options, headers.origin, host)) throw new Failure(403, 'ORIGIN_REFUSED');
  return parseJson(body);
}
