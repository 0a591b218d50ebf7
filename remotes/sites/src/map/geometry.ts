/** Coordinates in degrees. */
export interface Place {
  lat: number;
  lng: number;
}

/** Centre of the map in degrees and its zoom level, which is the same in both libraries. */
export interface View extends Place {
  zoom: number;
}

/** Visible area in degrees. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const EARTH_RADIUS = 6_371_000;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Returns the haversine distance between two places in metres. */
export function metresBetween(a: Place, b: Place): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2) ** 2;
  const east = Math.sin(radians(b.lng - a.lng) / 2) ** 2;
  const part = north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
}

/** Returns half the diagonal of the visible area in metres, which is the search radius. */
export function halfDiagonal({ west, south, east, north }: Bounds): number {
  return metresBetween({ lat: south, lng: west }, { lat: north, lng: east }) / 2;
}

export const isWithin = ({ lat, lng }: Place, { west, south, east, north }: Bounds) =>
  lat >= south && lat <= north && lng >= west && lng <= east;
