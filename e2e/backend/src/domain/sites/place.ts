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

/** A suggestion of the address search. */
// A type, because an interface isn't assignable to the contract's loose objects.
export type Suggestion = {
  placeId: string;
  formattedAddress: string;
  coordinates: { latitude: number; longitude: number };
  /** Credit required by the source of the data. */
  attribution?: string;
};

export const MAX_RESULTS = 8;
