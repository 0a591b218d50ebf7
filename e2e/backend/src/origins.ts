/** Websites that may use the backend from a browser. */
import type { BackendOptions } from './context.ts';

type Options = Pick<BackendOptions, 'sandbox' | 'siteUrl' | 'allowedOrigins'>;

/** Returns whether pages of `origin` may call the API; a request without one isn't such a call. */
export function allowsOrigin(options: Options, origin: string | undefined): boolean {
  if (origin === undefined) return false;
  return options.sandbox || origin === options.siteUrl || options.allowedOrigins.includes(origin);
}

/**
 * Returns whether a websocket may be opened. Browsers send `Origin` with every handshake and apply
 * no CORS to it, so pages of other sites are refused here. Clients that aren't browsers send none.
 * @param host of the request: pages of the same host belong to the site itself
 */
export function allowsSocketFrom(options: Options, origin: string | undefined, host: string): boolean {
  return origin === undefined || URL.parse(origin)?.host === host || allowsOrigin(options, origin);
}
