import { PRODUCT } from '@shared/contract';
import type { RemoteScreen } from '@shared/registry';

/** @throws unless the option has the URL of a web app */
export function originOf(option: string, url: string): string {
  const { protocol = '', origin = '' } = URL.parse(url) ?? {};
  if (/^https?:$/.test(protocol)) return origin;
  throw new Error(`${option} must be the URL of a web app, such as https://app.example`);
}

/** Node's `fetch` has the reason as the cause of its error. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message || reason.name : String(reason);
}

/**
 * Returns the link that runs a version in one browser, at the remote's first screen without a
 * parameter. A browser with another brand opens it there.
 * @param previewed `name@version`
 */
export function previewLink(webApp: string, previewed: string, screens: readonly RemoteScreen[]): string {
  const path = screens.flatMap(({ routes = [] }) => routes).find((route) => !/[:*]/.test(route)) ?? '';
  return `${webApp}/${PRODUCT.slug}/${path}?preview=${previewed}`;
}
