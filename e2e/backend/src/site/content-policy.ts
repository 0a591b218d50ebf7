/** The content security policy: pages load from the site itself and from origins that `config.json` names. */
import type { AppConfig } from '@shared/contract';
import { httpAddress, originsOf, socketsOf } from './origins.ts';

/**
 * - `page`: the shell's page, and every file that is no page
 * - `secretPage`: the same at an address that holds a secret, which no report may repeat
 * - `standalone`: a remote's page of its own
 * - `paymentFrame`: the page in which the payment provider's script runs
 */
export type PageKind = 'page' | 'secretPage' | 'standalone' | 'paymentFrame';

/** What Mapbox documents that its library needs. */
const MAPBOX = ['https://api.mapbox.com', 'https://events.mapbox.com', 'https://*.tiles.mapbox.com'];

/** Name of the endpoint in the `Reporting-Endpoints` header. */
const ENDPOINT = 'csp';

/** The `Content-Security-Policy` of a kind of page of a site with this configuration. */
export function contentPolicy(config: AppConfig, kind: PageKind = 'page'): string {
  const directives = kind === 'paymentFrame' ? paymentFrame(config) : page(config, kind);
  const reportUrl = kind === 'secretPage' ? undefined : reportUrlOf(config);
  if (reportUrl) Object.assign(directives, { 'report-uri': [reportUrl], 'report-to': [ENDPOINT] });
  return Object.entries(directives)
    .map(([name, values]) => [name, ...new Set(values)].join(' '))
    .join('; ');
}

/** The `Reporting-Endpoints` header that goes with the policy; undefined if reports go nowhere. */
export function reportingEndpoints(config: AppConfig, kind: PageKind = 'page'): string | undefined {
  const url = kind === 'secretPage' ? undefined : reportUrlOf(config);
  return url && `${ENDPOINT}="${url}"`;
}

type Directives = Record<string, string[]>;

function page(config: AppConfig, kind: PageKind): Directives {
  const parts = [config, ...Object.values(config.brands ?? {})];
  const maps = parts.flatMap(({ map }) => map ?? []);
  const mapbox = maps.some(({ mapboxToken }) => mapboxToken);
  // A style's tiles, glyphs and sprites are often of other hosts: it is `map.origins` that names them. All of `https:`
  // would let a stolen token out to anyone.
  const ground = [
    ...originsOf(maps.flatMap(({ styleUrl, origins = [] }) => [styleUrl, ...origins])),
    ...(mapbox ? MAPBOX : []),
  ];
  const remotes = originsOf(config.remoteOrigins ?? []);
  const backend = originsOf([config.apiUrl, config.liveUrl, config.errorReporting?.dsn]);
  return {
    'default-src': ["'self'"],
    // The QR decoder is WebAssembly; nothing is ever evaluated.
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...remotes],
    'style-src': ["'self'", "'unsafe-inline'", ...remotes],
    'img-src': ["'self'", 'data:', 'blob:', ...ground],
    'connect-src': ["'self'", ...backend, ...socketsOf(originsOf([config.liveUrl])), ...ground, ...remotes],
    // A map's worker is a blob of checked bytes: `new Worker(url)` can't check integrity.
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    // The payment frame, and the legal texts: `data:` pages in a sandbox, which inherit this policy.
    'frame-src': ["'self'", 'data:'],
    'frame-ancestors': ["'none'"],
    // A standalone page names its folder in `<base>`, because its addresses are relative.
    'base-uri': [kind === 'standalone' ? "'self'" : "'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  };
}

/**
 * Hosts of the payment provider alone. `sandbox` makes the page's origin opaque wherever it is opened. A provider's script
 * often asks another host of its for the token, and some do so by a script (JSONP).
 */
function paymentFrame(config: AppConfig): Directives {
  const payments = [config, ...Object.values(config.brands ?? {})].flatMap(({ payment }) => payment ?? []);
  const hosts = originsOf(payments.flatMap(({ scriptUrl, origins = [] }) => [scriptUrl, ...origins]));
  const isOwn = payments.some(({ scriptUrl }) => scriptUrl?.startsWith('/') && !scriptUrl.startsWith('//'));
  const reached = [...(isOwn ? ["'self'"] : []), ...hosts];
  return {
    sandbox: ['allow-scripts'],
    'default-src': ["'none'"],
    'script-src': ["'self'", ...hosts],
    'connect-src': reached.length > 0 ? reached : ["'none'"],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  };
}

const reportUrlOf = ({ errorReporting }: AppConfig) => httpAddress(errorReporting?.cspReportUrl);
