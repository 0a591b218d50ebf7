/** Address search with a Photon- or Nominatim-compatible service, with a cache and limits. */
import type { FastifyBaseLogger } from 'fastify';
import { typedWords } from '../address-words.ts';
import type { Place } from '../place.ts';
import type { Suggestion } from '../suggestion.ts';
import { queryService, services } from './query-service.ts';
import { serviceOf } from './service-of.ts';
import { createThrottle } from './throttle.ts';

/** Resolves to no suggestions if the service fails; never rejects. */
export type Geocode = (text: string, here?: Place) => Promise<Suggestion[]>;

interface GeocoderOptions {
  siteUrl?: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Maximum wait for a request slot, in ms. */
  maxWaitMs: number;
  /** Maximum wait for the response, in ms; `maxWaitMs` by default. */
  responseMs?: number;
  /** Pause after a failure, in ms. */
  pauseMs?: number;
}

const MIN_LETTERS = 3;
const MAX_LETTERS = 120;
const CACHE_MS = 24 * 60 * 60_000;
const CACHE_SIZE = 2_000;

/** Returns a search that finds nothing if there is no service. */
export function createGeocoder(endpoint: string | undefined, options: GeocoderOptions): Geocode {
  const name = endpoint && serviceOf(endpoint);
  if (!endpoint || !name) return async () => [];
  const { siteUrl, log, maxWaitMs, responseMs = maxWaitMs, pauseMs = 30_000 } = options;
  const service = services[name];
  const waitForSlot = createThrottle(service.intervalMs, maxWaitMs);
  const cache = new Map<string, { until: number; found: Promise<Suggestion[]> }>();
  let pausedUntil = 0;

  const search = async (key: string, text: string, near: Place | undefined) => {
    try {
      if (await waitForSlot())
        return await queryService(service, { endpoint, siteUrl, timeoutMs: responseMs }, text, near);
    } catch (error) {
      pausedUntil = Date.now() + pauseMs;
      // Don't log the typed text, or the URL, which may contain a key.
      log.warn({ reason: reasonOf(error) }, 'the geocoder failed');
    }
    cache.delete(key);
    return [];
  };

  return async (text, here) => {
    const words = typedWords(text).join(' ');
    if (words.length < MIN_LETTERS) return [];
    const near = here && { lat: toTenth(here.lat), lng: toTenth(here.lng) };
    const key = [words, near?.lat, near?.lng].join(' ');
    const cached = cache.get(key);
    if (cached && cached.until > Date.now()) return cached.found;
    if (pausedUntil > Date.now()) return [];
    const [oldest] = cache.keys();
    if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
    const found = search(key, text.trim().slice(0, MAX_LETTERS), near);
    cache.set(key, { until: Date.now() + CACHE_MS, found });
    return found;
  };
}

/** Rounds to about 10 km, to hide the user's position from the service. */
const toTenth = (degrees: number) => Math.round(degrees * 10) / 10;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.message.startsWith('status ') ? error.message : error.name;
}
