import * as z from 'zod/mini';
import type { Place } from '../place.ts';
import type { FoundAddress } from './found-address.ts';

/** Half the side of the preferred area, in degrees: about 50 km. */
const AREA = 0.5;

const text = z.optional(z.string());
const degrees = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));
const Result = z.object({
  osm_type: text,
  osm_id: z.optional(z.number()),
  place_id: z.optional(z.union([z.number(), z.string()])),
  lat: degrees,
  lon: degrees,
  name: text,
  address: z.object({
    road: text,
    house_number: text,
    suburb: text,
    neighbourhood: text,
    city: text,
    town: text,
    village: text,
    municipality: text,
    state: text,
    country_code: text,
  }),
});

/** Parameters of Nominatim's `/search`. */
export const nominatimQuery = (near: Place | undefined) => ({
  format: 'jsonv2',
  addressdetails: '1',
  countrycodes: 'br',
  'accept-language': 'pt-BR',
  ...(near && {
    viewbox: [near.lng - AREA, near.lat + AREA, near.lng + AREA, near.lat - AREA]
      .map((side) => side.toFixed(1))
      .join(),
  }),
});

/** @throws if the response (`jsonv2`) isn't an array */
export function readNominatim(response: unknown): FoundAddress[] {
  return z
    .array(z.unknown())
    .parse(response)
    .flatMap((result) => {
      const read = Result.safeParse(result).data;
      if (!read) return [];
      const { road, house_number, country_code = 'br', ...area } = read.address;
      if (country_code.toLowerCase() !== 'br') return [];
      return [
        {
          id: `${read.osm_type ?? ''}${read.osm_id ?? read.place_id ?? `${read.lat},${read.lon}`}`,
          lat: Number(read.lat),
          lng: Number(read.lon),
          name: read.name,
          street: road,
          number: house_number,
          neighbourhood: area.suburb ?? area.neighbourhood,
          city: area.city ?? area.town ?? area.village ?? area.municipality,
          state: area.state,
        },
      ];
    });
}
