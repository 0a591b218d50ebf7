/** Content security policy: pages load from their own origin and those in `config.json`. */
import { createHash } from 'node:crypto';
import { AppConfig } from '@shared/contract';
import { devOriginsOf } from '@shared/registry/dev-origins';
import { createJsonFile, type WebAppFiles } from './files.ts';

/**
 * - `page`: the shell's page, and every file that isn't a page
 * - `secretPage`: the same at a URL with a secret, which reports would contain
 * - `standalone`: a remote's standalone page
 * - `paymentFrame`: the page that runs the payment provider's script
 */
export type PageKind = 'page' | 'secretPage' | 'standalone' | 'paymentFrame';

/** Origins that the Mapbox library needs, according to its documentation. */
const MAPBOX = ['https://api.mapbox.com', 'https://events.mapbox.com', 'https://*.tiles.mapbox.com'];

/** Name of the endpoint in the `Reporting-Endpoints` header. */
const ENDPOINT = 'csp';

export interface Policy {
  headers: Record<string, string>;
  /** Part of the page's ETag, so that a change of its headers invalidates cached copies. */
  tag: string;
}

const UNCONFIGURED = AppConfig.parse({});

/** Returns a function that reads a page's policy from the current `config.json` on disk. */
export function createPolicies(
  files: WebAppFiles,
): (kind: PageKind, inlineScripts?: readonly string[]) => Promise<Policy> {
  const config = createJsonFile(files, '/config.json', AppConfig);
  return async (kind, inlineScripts = []) => {
    const headers = policyHeaders((await config()) ?? UNCONFIGURED, kind, inlineScripts);
    const hash = createHash('sha256').update(JSON.stringify(headers)).digest('base64url');
    return { headers, tag: hash.slice(0, 8) };
  };
}

/**
 * Returns the policy's headers for a kind of page of an app with this configuration.
 * @param inlineScripts source expressions of the scripts that the server writes into the page
 */
export function policyHeaders(
  config: AppConfig,
  kind: PageKind,
  inlineScripts: readonly string[] = [],
): Record<string, string> {
  const directives = kind === 'paymentFrame' ? paymentFrame(config) : page(config, kind);
  directives['script-src']?.push(...inlineScripts);
  const reportUrl = kind === 'secretPage' ? undefined : httpUrl(config.errorReporting?.cspReportUrl);
  if (reportUrl) Object.assign(directives, { 'report-uri': [reportUrl], 'report-to': [ENDPOINT] });
  const policy = Object.entries(directives).map(([name, values]) => [name, ...new Set(values)].join(' '));
  return {
    'Content-Security-Policy': policy.join('; '),
    ...(reportUrl && { 'Reporting-Endpoints': `${ENDPOINT}="${reportUrl}"` }),
  };
}

type Directives = Record<string, string[]>;

function page(config: AppConfig, kind: PageKind): Directives {
  const parts = [config, ...Object.values(config.brands ?? {})];
  const maps = parts.flatMap(({ map }) => map ?? []);
  const mapbox = maps.some(({ mapboxToken }) => mapboxToken);
  // A style's tiles, glyphs and sprites often come from other hosts, which `map.origins` lists.
  // Allowing all of `https:` would let a script send a stolen token anywhere.
  const mapOrigins = [
    ...originsOf(maps.flatMap(({ styleUrl, origins = [] }) => [styleUrl, ...origins])),
    ...(mapbox ? MAPBOX : []),
  ];
  const development = devOriginsOf(config);
  const remotes = [...originsOf(config.remoteOrigins ?? []), ...development];
  const sockets = socketsOf([...originsOf([config.liveUrl]), ...development]);
  const backend = originsOf([
    config.apiUrl,
    config.liveUrl,
    config.errorReporting?.dsn,
    config.remoteReports?.url,
  ]);
  return {
    'default-src': ["'self'"],
    // The QR decoder is WebAssembly; JavaScript is never evaluated.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...remotes],
    'style-src': ["'self'", "'unsafe-inline'", ...remotes],
    'img-src': ["'self'", 'data:', 'blob:', ...mapOrigins, ...development],
    'connect-src': ["'self'", ...backend, ...sockets, ...mapOrigins, ...remotes],
    // A map's worker is a blob of verified bytes, since `new Worker(url)` can't check integrity.
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    // The payment frame, and the legal texts: sandboxed `data:` pages that inherit this policy.
    'frame-src': ["'self'", 'data:'],
    'frame-ancestors': ["'none'"],
    // A standalone page sets `<base>` to its folder, because its URLs are relative.
    'base-uri': [kind === 'standalone' ? "'self'" : "'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  };
}

/**
 * Allows only the app's own scripts and the payment provider's hosts. `sandbox` makes the page's
 * origin opaque wherever it is opened. A provider's script often requests the token from another of
 * its hosts, sometimes with a script (JSONP).
 */
function paymentFrame(config: AppConfig): Directives {
  const payments = [config, ...Object.values(config.brands ?? {})].flatMap(({ payment }) => payment ?? []);
  const hosts = originsOf(payments.flatMap(({ scriptUrl, origins = [] }) => [scriptUrl, ...origins]));
  const isOwn = payments.some(({ scriptUrl }) => scriptUrl?.startsWith('/') && !scriptUrl.startsWith('//'));
  const connectSources = [...(isOwn ? ["'self'"] : []), ...hosts];
  return {
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hosts],
    'connect-src': connectSources.length > 0 ? connectSources : ["'none'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  };
}

/** A semicolon ends a directive and may occur in a host name: allow only these characters. */
const ORIGIN = /^(https?|wss?):\/\/[a-z0-9.:[\]-]+$/;

/** Returns the origins of absolute web URLs. Empty, relative and invalid ones are skipped. */
function originsOf(urls: (string | undefined)[]): string[] {
  const origins = urls.map((text) => URL.parse(text ?? '')?.origin ?? '');
  return origins.filter((origin) => ORIGIN.test(origin));
}

/** Converts origins to `ws:` or `wss:`: the live stream may be configured with `https:`. */
const socketsOf = (origins: string[]) => origins.map((origin) => origin.replace(/^http/, 'ws'));

/** Returns a web URL or a path of the app, escaped for a header; undefined otherwise. */
function httpUrl(text = ''): string | undefined {
  const isPath = /^\/[^/\\]/.test(text);
  const url = URL.parse(text, isPath ? 'https://site.invalid' : undefined);
  if (!url || originsOf([url.origin]).length === 0) return undefined;
  const path = `${url.pathname}${url.search}`.replaceAll(';', '%3B').replaceAll(',', '%2C');
  const safe = path.replaceAll("'", '%27').replaceAll('"', '%22');
  return isPath ? safe : `${url.origin}${safe}`;
}
