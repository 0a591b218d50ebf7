/** A suggestion of the address search. */
// A type, because an interface isn't assignable to the contract's loose objects.
export type Suggestion = {
  placeId: string;
  formattedAddress: string;
  coordinates: { latitude: number; longitude: number };
  /** Credit that the source of the data requires next to it. */
  attribution?: string;
};

export const MAX_RESULTS = 8;
