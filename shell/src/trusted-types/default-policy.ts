/**
 * The page's only Trusted Types policy, named `default`: browsers apply it to every plain string
 * that reaches an API that can run code. A policy with another name would have to be compiled into
 * every remote, including those already published, and the bundler's own policy accepts any
 * URL.
 *
 * Browsers without Trusted Types rely on the content security policy alone.
 */
import { parseUrl } from '@shared/contract/parse-url';

/** Returning null makes the browser refuse the string with a TypeError. */
interface PolicyRules {
  createHTML: (html: string, type: string, sink: string) => string | null;
  createScriptURL: (url: string, type: string, sink: string) => string | null;
}

declare global {
  interface Window {
    trustedTypes?: {
      readonly defaultPolicy: object | null;
      createPolicy: (name: string, rules: PolicyRules) => object;
    };
  }
}

export const rules: PolicyRules = {
  createScriptURL: (url, _type, sink) => (isTrustedScriptUrl(url, sink) ? url : null),
  createHTML(html, _type, sink) {
    const safe = linksOnly(html);
    // MapLibre and Mapbox parse a style's attribution; Mapbox inserts the result into the page.
    if (sink === 'DOMParser parseFromString') return safe;
    return safe === html ? html : null;
  },
};

/** Creates the policy. Later calls do nothing, because a page can have only one. */
export function installDefaultPolicy(): void {
  if (!window.trustedTypes || window.trustedTypes.defaultPolicy) return;
  window.trustedTypes.createPolicy('default', rules);
}

const ATTRIBUTES =
  /^<a(?:\s+(?:href="https?:\/\/[^"<>]*"|(?:class|id|target|rel|title|role|aria-label)="[^"<>]*"))*\s*>$/i;
const TAG = /<[^<>]*>|</g;

const isLink = (tag: string) => tag.toLowerCase() === '</a>' || ATTRIBUTES.test(tag);

/**
 * Returns the HTML with all tags removed except http(s) links. The map libraries parse a map style's
 * attribution as HTML. It needs text and links only.
 */
function linksOnly(html: string): string {
  return html.replace(TAG, (tag) => {
    if (tag === '<') return '&lt;';
    return isLink(tag) ? tag : '';
  });
}

const trustedOrigins = new Set<string>();

/** Trusts additional script origins, such as those that `config.json` lists for remotes. */
export function trustScriptOrigins(urls: readonly string[]): void {
  for (const url of urls) {
    const parsed = parseUrl(url);
    if (parsed) trustedOrigins.add(parsed.origin);
  }
}

/**
 * Returns whether code may be loaded from a URL: the page's own origin or a trusted one.
 * @param sink name of the receiving API, as in Trusted Types
 */
export function isTrustedScriptUrl(url: string, sink = ''): boolean {
  const parsed = parseUrl(url, document.baseURI);
  if (!parsed) return false;
  const { protocol, origin } = parsed;
  // Mapbox's worker. Blobs of other origins can't be loaded; `worker-src` restricts ours.
  if (protocol === 'blob:') return sink === 'Worker constructor' && origin === location.origin;
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return origin === location.origin || trustedOrigins.has(origin);
}
