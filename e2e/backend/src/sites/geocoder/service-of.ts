export type ServiceName = 'photon' | 'nominatim';

const BY_PATH: Record<string, ServiceName> = { api: 'photon', search: 'nominatim' };

/** Returns the kind of a geocoder by the last part of its address's path. */
export function serviceOf(address: string): ServiceName | undefined {
  const last = URL.parse(address)?.pathname.split('/').findLast(Boolean);
  return last === undefined ? undefined : BY_PATH[last];
}
