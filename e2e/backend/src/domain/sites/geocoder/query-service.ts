import { PRODUCT } from '@shared/contract';
import type { PlatformOptions } from '../../../platform/context.ts';
import { abortAfter } from '../../../platform/time-limit.ts';
import type { Place, Suggestion } from '../place.ts';
import { describeAddress, type FoundAddress } from './found-address.ts';
import { nominatimQuery, readNominatim } from './nominatim.ts';
import { photonQuery, readPhoton } from './photon.ts';

interface Service {
  queryOf(text: string, limit: number, near: Place | undefined): Record<string, string>;
  /** @throws if the response has another format */
  read(response: unknown): FoundAddress[];
  /** Shortest time between requests. */
  intervalMs: number;
}

export const services: Record<ServiceName, Service> = {
  photon: { queryOf: photonQuery, read: readPhoton, intervalMs: 100 },
  // One request a second is the limit of OpenStreetMap's own server (Nominatim Usage Policy).
  nominatim: { queryOf: nominatimQuery, read: readNominatim, intervalMs: 1_000 },
};
const LIMIT = 5;

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
  for (const [key, value] of Object.entries(queryOf(text, LIMIT, near))) url.searchParams.set(key, value);
  // Identifies this installation to the service's operator.
  const userAgent = [PRODUCT.slug, webAppUrl].filter(Boolean).join(' ');
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  return abortAfter(clock, timeoutMs, async (signal) => {
    const response = await transports.fetch(url, { headers, signal });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return read(await response.json()).flatMap(describeAddress);
  });
}

type ServiceName = 'photon' | 'nominatim';

const BY_PATH: Record<string, ServiceName> = { api: 'photon', search: 'nominatim' };

/** Returns the kind of a geocoder from the last segment of its URL's path. */
export function serviceOf(url: string): ServiceName | undefined {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean);
  return last === undefined ? undefined : BY_PATH[last];
}
