import * as z from 'zod/mini';

/** Coordinates in degrees north and east. */
export interface Place {
  lat: number;
  lng: number;
}

/** A place as a client sends it. */
export const PlaceOnEarth = z.object({
  lat: z.number().check(z.minimum(-90), z.maximum(90)),
  lng: z.number().check(z.minimum(-180), z.maximum(180)),
});
