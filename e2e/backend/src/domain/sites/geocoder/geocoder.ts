/** Address search with a Photon- or Nominatim-compatible service, with a cache and limits. */
import type { FastifyBaseLogger } from 'fastify';
import { wait } from '../../../platform/clock.ts';
import type { PlatformOptions } from '../../../platform/context.ts';
import { createConcurrencyLimit } from '../../../platform/limits/concurrency-limit.ts';
import { MAX_QUERY_LENGTH, plain, typedWords } from '../address-words.ts';
import type { Place, Suggestion } from '../place.ts';
import { queryService, serviceOf } from './query-service.ts';

/**
 * Resolves to no suggestions if the service fails or is busy with other texts, first with those of
 * the client that searches most; never rejects.
 */
export type Geocode = (text: string, here?: Place, client?: string) => Promise<Suggestion[]>;

interface GeocoderOptions extends Pick<PlatformOptions, 'webAppUrl' | 'clock' | 'transports'> {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Maximum wait for a request slot, in ms. */
  maxWaitMs: number;
  /** Maximum wait for the response, in ms; `maxWaitMs` by default. */
  responseMs?: number;
  /** Pause after a failure, in ms. */
  pauseMs?: number;
}

const MIN_LETTERS = 3;
const CACHE_MS = 24 * 60 * 60_000;
const CACHE_SIZE = 2_000;

/** Statuses of a service that works but refuses a text. Any other failure causes a pause. */
const REFUSED_TEXT = new Set(['status 400', 'status 404', 'status 414', 'status 422']);

/** Returns a search that finds nothing if there is no service. */
export function createGeocoder(endpoint: string | undefined, options: GeocoderOptions): Geocode {
  const service = endpoint && serviceOf(endpoint);
  if (!endpoint || !service) return async () => [];
  const { clock, log, maxWaitMs, responseMs = maxWaitMs, pauseMs = 30_000 } = options;
  const slots = createConcurrencyLimit({
    running: 1,
    waiting: Math.floor(maxWaitMs / service.intervalMs),
  });
  const cache = new Map<string, { until: number; found: Promise<Suggestion[]> }>();
  let pausedUntil = 0;

  /** Resolves to false if the wait would be too long. */
  const waitForSlot = (client?: string) =>
    new Promise<boolean>((resolve) => {
      const holdSlot = async () => {
        resolve(true);
        await wait(clock, service.intervalMs);
      };
      slots(holdSlot, client).catch(() => resolve(false));
    });

  const search = async (key: string, text: string, near: Place | undefined, client?: string) => {
    try {
      if (await waitForSlot(client))
        return await queryService(service, { ...options, endpoint, timeoutMs: responseMs }, text, near);
    } catch (error) {
      const reason = reasonOf(error);
      // Don't log the typed text, or the URL, which may contain a key.
      log.warn({ reason }, 'the geocoder failed');
      if (REFUSED_TEXT.has(reason)) return [];
      pausedUntil = clock.elapsed() + pauseMs;
    }
    cache.delete(key);
    return [];
  };

  return async (typed, here, client) => {
    const text = onlyWords(typed);
    const words = typedWords(text).join(' ');
    if (words.length < MIN_LETTERS) return [];
    const near = here && { lat: toTenth(here.lat), lng: toTenth(here.lng) };
    const key = [words, near?.lat, near?.lng].join(' ');
    const cached = cache.get(key);
    if (cached && cached.until > clock.elapsed()) return cached.found;
    if (pausedUntil > clock.elapsed()) return [];
    const [oldest] = cache.keys();
    if (cache.size >= CACHE_SIZE && oldest !== undefined) cache.delete(oldest);
    const found = search(key, text, near, client);
    cache.set(key, { until: clock.elapsed() + CACHE_MS, found });
    return found;
  };
}

/**
 * Removes everything that doesn't become part of the words: texts that share a result in the cache
 * must mean the same to the service.
 */
function onlyWords(text: string): string {
  const signs = Array.from(text.normalize('NFC').slice(0, MAX_QUERY_LENGTH), (sign) =>
    /^[a-z0-9'’-]+$/.test(plain(sign)) ? sign : ' ',
  );
  // A hyphen is kept in a postal code.
  return signs
    .join('')
    .replace(/-(?!\d)|(?<!\d)-/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
}

/** Rounds to about 10 km, to hide the user's position from the service. */
const toTenth = (degrees: number) => Math.round(degrees * 10) / 10;

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.message.startsWith('status ') ? error.message : error.name;
}
