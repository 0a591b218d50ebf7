export type ServiceName = 'photon' | 'nominatim';

const BY_PATH: Record<string, ServiceName> = { api: 'photon', search: 'nominatim' };

/** Returns the kind of a geocoder from the last segment of its URL's path. */
export function serviceOf(url: string): ServiceName | undefined {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean);
  return last === undefined ? undefined : BY_PATH[last];
}
