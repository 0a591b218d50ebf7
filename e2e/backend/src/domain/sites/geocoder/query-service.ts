import { PRODUCT } from '@shared/contract';
import type { PlatformOptions } from '../../../platform/context.ts';
import { abortAfter } from '../../../platform/time-limit.ts';
import type { Place, Suggestion } from '../place.ts';
import { describeAddress, type FoundAddress } from './found-address.ts';
import { nominatimQuery, readNominatim } from './nominatim.ts';
import { photonQuery, readPhoton } from './photon.ts';

interface Service {
  /** Returns the query's parameters besides those that all services have. */
  queryOf(near: Place | undefined): Record<string, string>;
  /** @throws if the response has another format */
  read(response: unknown): FoundAddress[];
  /** Shortest time between requests. */
  intervalMs: number;
}

/** Photon and Nominatim, by the last segment of their URL's path. */
const SERVICES: Record<string, Service> = {
  api: { queryOf: photonQuery, read: readPhoton, intervalMs: 100 },
  // One request a second is the limit of OpenStreetMap's own server (Nominatim Usage Policy).
  search: { queryOf: nominatimQuery, read: readNominatim, intervalMs: 1_000 },
};
const LIMIT = '5';

export interface ServiceOptions extends Pick<PlatformOptions, 'webAppUrl' | 'clock' | 'transports'> {
  endpoint: string;
  timeoutMs: number;
}

/** @throws if the service is unreachable, times out, or returns an error or another format */
export async function queryService(
  { queryOf, read }: Service,
  { endpoint, webAppUrl, timeoutMs, clock, transports }: ServiceOptions,
  text: string,
  near: Place | undefined,
): Promise<Suggestion[]> {
  const url = new URL(endpoint);
  const query = { q: text, limit: LIMIT, ...queryOf(near) };
  for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
  // Identifies this installation to the service's operator.
  const userAgent = [PRODUCT.slug, webAppUrl].filter(Boolean).join(' ');
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  return abortAfter(clock, timeoutMs, async (signal) => {
    const response = await transports.fetch(url, { headers, signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return read(await response.json()).flatMap(describeAddress);
  });
}

/** Returns how to query the geocoder at a URL; undefined if the URL is of none that is known. */
export function serviceOf(url: string): Service | undefined {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean);
  return last === undefined ? undefined : SERVICES[last];
}
