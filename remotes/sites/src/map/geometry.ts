/** Degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** Where the map looks. Degrees; zoom as both map libraries count it. */
export interface View extends Place {
  zoom: number;
}

/** What of the world is in view. Degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const EARTH_RADIUS = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Metres between two places on the sphere (haversine). */
export function metresBetween(a: Place, b: Place): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const east = Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  const part = north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** Metres from the middle of what is in view to its corners: how far to search (specification, section 9). */
export function halfDiagonal({ west, south, east, north }: Bounds): number {
  return metresBetween({ lat: south, lng: west }, { lat: north, lng: east }) / 2;
}

export const isWithin = ({ lat, lng }: Place, { west, south, east, north }: Bounds) =>
  lat >= south && lat <= north && lng >= west && lng <= east;
