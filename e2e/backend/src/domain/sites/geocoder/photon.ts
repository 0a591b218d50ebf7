import * as z from 'zod/mini';
import type { Place } from '../place.ts';
import type { FoundAddress } from './found-address.ts';

/** Longitude and latitude of Brazil's corners. */
const BRAZIL = '-74,-34,-32,6';

const text = z.optional(z.string());
const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()], z.unknown()) }),
  properties: z.object({
    osm_id: z.optional(z.number()),
    osm_type: text,
    countrycode: text,
    name: text,
    street: text,
    housenumber: text,
    district: text,
    city: text,
    state: text,
  }),
});
const PhotonResponse = z.object({ features: z.array(z.unknown()) });

/** Parameters of Photon's `/api`, which rejects unknown ones. */
export const photonQuery = (near: Place | undefined) => ({
  bbox: BRAZIL,
  ...(near && { lat: String(near.lat), lon: String(near.lng) }),
});

/** @throws if the response (a GeoJSON FeatureCollection) has no array of features */
export function readPhoton(response: unknown): FoundAddress[] {
  return PhotonResponse.parse(response).features.flatMap((feature) => {
    const read = Feature.safeParse(feature).data;
    if (!read) return [];
    const [lng, lat] = read.geometry.coordinates;
    const { osm_id, osm_type, countrycode = 'BR', housenumber, district, ...rest } = read.properties;
    if (countrycode.toUpperCase() !== 'BR') return [];
    const id = `${osm_type ?? ''}${osm_id ?? `${lat},${lng}`}`;
    return [{ ...rest, id, lat, lng, number: housenumber, neighbourhood: district }];
  });
}
