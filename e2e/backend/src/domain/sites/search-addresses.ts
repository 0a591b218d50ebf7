import type { Db } from '../../platform/database/database.ts';
import { compact } from './address-words.ts';
import { findPlaces } from './gazetteer.ts';
import type { Geocode } from './geocoder/geocoder.ts';
import { MAX_RESULTS, type Place, type Suggestion } from './place.ts';
import { findSites } from './search-by-words.ts';

interface AddressQuery {
  brandId: number;
  text: string;
  /** The caller's location, if known. */
  here: Place | undefined;
  /** Identifies the caller, since callers share the geocoder. */
  client: string;
}

/** Two places of the same name within this many degrees, about 6 km, are the same. */
const SAME_DEGREES = 0.06;

/**
 * Returns at most eight suggestions: places of exactly that name, then the brand's sites, then
 * what the geocoder found, then other places.
 */
export async function searchAddresses(
  db: Db,
  geocode: Geocode,
  { brandId, text, here, client }: AddressQuery,
) {
  const [siteMatches, geocoded] = await Promise.all([
    findSites(db, brandId, text, here),
    geocode(text, here, client),
  ]);
  const places = findPlaces(text, here);
  const ofExactness = (exact: boolean) =>
    places.filter(({ isExact }) => isExact === exact).map(({ suggestion }) => suggestion);
  const suggestions = [
    ...ofExactness(true),
    ...siteMatches.neighbourhoods,
    ...siteMatches.sites,
    ...geocoded,
    ...ofExactness(false),
  ];
  return distinct(suggestions).slice(0, MAX_RESULTS);
}

const distinct = (suggestions: Suggestion[]) =>
  suggestions.filter((one, i) => !suggestions.slice(0, i).some((earlier) => isSame(one, earlier)));

function isSame(a: Suggestion, b: Suggestion): boolean {
  const isNear =
    Math.abs(a.coordinates.latitude - b.coordinates.latitude) < SAME_DEGREES &&
    Math.abs(a.coordinates.longitude - b.coordinates.longitude) < SAME_DEGREES;
  return a.placeId === b.placeId || (isNear && nameOf(a) === nameOf(b));
}

/** Returns the text before the first comma, with a house number that follows it. */
const nameOf = ({ formattedAddress }: Suggestion) =>
  compact(/^[^,]*(,\s*\d+)?/.exec(formattedAddress)?.[0] ?? '');
