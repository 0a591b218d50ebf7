/**
 * What the site may run and reach in a browser: itself, and the origins that `config.json` names (decisions, section 3).
 */
import { createHash } from 'node:crypto';
import { AppConfig } from '@shared/contract';
import type { SiteFiles } from './files.ts';
import { createJsonFile } from './json-file.ts';

export interface Policy {
  header: string;
  /** Changes with the header, so that a page kept in a cache is asked for again. */
  tag: string;
}

const UNCONFIGURED = AppConfig.parse({});

/** The policy by `config.json` as it is on disk at that moment. */
export function createPolicy(files: SiteFiles): () => Promise<Policy> {
  const config = createJsonFile(files, '/config.json', AppConfig);
  return async () => {
    const header = contentPolicy((await config()) ?? UNCONFIGURED);
    return { header, tag: createHash('sha256').update(header).digest('base64url').slice(0, 8) };
  };
}

/** What Mapbox documents that its library needs. */
const MAPBOX = ['https://api.mapbox.com', 'https://events.mapbox.com', 'https://*.tiles.mapbox.com'];

/** The `Content-Security-Policy` of a site with this configuration. */
export function contentPolicy(config: AppConfig): string {
  const parts = [config, ...Object.values(config.brands ?? {})];
  const maps = parts.flatMap(({ map }) => map ?? []);
  const mapbox = maps.some(({ mapboxToken }) => mapboxToken);
  // A provider's script often asks another host of its for the token, and some do so by a script (JSONP).
  const payment = originsOf(
    parts.flatMap(({ payment: { scriptUrl, origins = [] } = {} }) => [scriptUrl, ...origins]),
  );
  // A style's tiles, glyphs and sprites are often of other hosts: it is `map.origins` that names them. All of `https:`
  // would let a stolen token out to anyone.
  const ground = [
    ...originsOf(maps.flatMap(({ styleUrl, origins = [] }) => [styleUrl, ...origins])),
    ...(mapbox ? MAPBOX : []),
  ];
  const remotes = originsOf(config.remoteOrigins ?? []);
  const backend = originsOf([config.apiUrl, config.liveUrl, config.errorReporting?.dsn]);

  const directives: Record<string, string[]> = {
    'default-src': [],
    // The QR decoder is WebAssembly; nothing is ever evaluated.
    'script-src': ["'wasm-unsafe-eval'", ...payment, ...remotes],
    'style-src': ["'unsafe-inline'", ...remotes],
    'img-src': ['data:', 'blob:', ...ground],
    'connect-src': [...backend, ...socketsOf(originsOf([config.liveUrl])), ...payment, ...ground, ...remotes],
    // A map's worker is a blob of bytes that were checked: `new Worker` itself checks none.
    'worker-src': ['blob:'],
    'manifest-src': [],
    // Terms and privacy are texts of this site in a frame of it; nobody else may frame anything.
    'frame-src': [],
    'frame-ancestors': [],
    'base-uri': [],
    'form-action': [],
  };
  const named = Object.entries(directives).map(([name, sources]) =>
    [...new Set([name, "'self'", ...sources])].join(' '),
  );
  return [...named, "object-src 'none'"].join('; ');
}

/** A directive ends at a semicolon, which a host's name may hold: only what can't be anything else is let through. */
const ORIGIN = /^(https?|wss?):\/\/[a-z0-9.:[\]-]+$/;

/** Origins of absolute addresses. What is empty, relative or no address has none. */
function originsOf(addresses: (string | undefined)[]): string[] {
  const origins = addresses.map((address) => URL.parse(address ?? '')?.origin ?? '');
  return origins.filter((origin) => ORIGIN.test(origin));
}

/** The live stream's address may be written with `https:` as well. */
const socketsOf = (origins: string[]) => origins.map((origin) => origin.replace(/^http/, 'ws'));
