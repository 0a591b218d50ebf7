import type { Suggestion } from '../place.ts';
import { stateNames } from '../places-of-brazil.ts';

/** An address as a geocoder describes it. */
export interface FoundAddress {
  id: string;
  lat: number;
  lng: number;
  /** Name of a place or street. */
  name?: string | undefined;
  street?: string | undefined;
  number?: string | undefined;
  neighbourhood?: string | undefined;
  city?: string | undefined;
  /** Name or abbreviation of the state. */
  state?: string | undefined;
}

/** Photon and Nominatim use OpenStreetMap data, which requires this credit (ODbL 1.0 §4.3). */
const ATTRIBUTION = 'Endereços © OpenStreetMap (openstreetmap.org/copyright)';

const lettersByName = new Map(Object.entries(stateNames).map(([letters, name]) => [name, letters]));

/**
 * Returns the suggestion for an address, such as 'MASP, Avenida Paulista, 1578, São Paulo - SP'.
 */
export function describeAddress(found: FoundAddress): Suggestion[] {
  const { id, lat, lng, name, street, number, neighbourhood, city, state } = found;
  const road = [street, street && number].filter(Boolean).join(', ');
  const town = [city, state && (lettersByName.get(state) ?? state)].filter(Boolean).join(' - ');
  const parts = [name === street ? '' : name, road, neighbourhood, town].filter(Boolean);
  if (parts.length === 0) return [];
  return [
    {
      placeId: `osm-${id}`,
      formattedAddress: [...new Set(parts)].join(', '),
      coordinates: { latitude: lat, longitude: lng },
      attribution: ATTRIBUTION,
    },
  ];
}
