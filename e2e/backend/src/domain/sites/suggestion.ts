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
