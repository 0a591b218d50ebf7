/** Origins of pages that may use the backend. */

import type { FastifyRequest } from 'fastify';
import type { PlatformOptions } from '../context.ts';

type Options = Pick<PlatformOptions, 'sandbox' | 'webAppUrl' | 'allowedOrigins'>;

/** Returns whether pages of `origin` may call the API. Requests without an origin need no CORS. */
export function allowsOrigin(options: Options, origin: string | undefined): boolean {
  if (origin === undefined) return false;
  return options.sandbox || origin === options.webAppUrl || options.allowedOrigins.includes(origin);
}

/**
 * Returns whether a websocket may be opened. Browsers send `Origin` with every handshake but don't
 * apply CORS to it, so pages of other origins are refused here. Other clients send no `Origin`.
 * @param host of the request; pages of the same host are allowed
 */
export function allowsSocketFrom(options: Options, origin: string | undefined, host: string): boolean {
  return origin === undefined || URL.parse(origin)?.host === host || allowsOrigin(options, origin);
}

/**
 * Returns the base URL of the web app: `SITE_URL`, or the origin of the request. Production sends
 * no mail without `SITE_URL` (`readEnvironment`).
 */
export const webAppUrl = (
  { options }: { options: Pick<PlatformOptions, 'webAppUrl'> },
  request: FastifyRequest,
) => options.webAppUrl ?? `${request.protocol}://${request.host}`;
