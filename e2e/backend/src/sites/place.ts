/** Coordinates in degrees north and east. */
export interface Place {
  lat: number;
  lng: number;
}
