/** Search by name for municipalities of Brazil and known places within some of them. */
import {
  compact,
  joined,
  partsAfterCommas,
  plain,
  postalCodeIn,
  split,
  typedWords,
  withoutNumbers,
} from './address-words.ts';
import { MAX_RESULTS, type Place, type Suggestion } from './place.ts';
import { knownPlaces, municipalities, municipalityOfPostalCode, stateNames } from './places-of-brazil.ts';

/** Rank of a known place among places of the same name, as thousands of inhabitants. */
const KNOWN_THOUSANDS = 200;
/** Last ranks of a text that is the name, and of a text that begins with the name. */
const EXACT = 1;
const NAMED = 2;

interface Match {
  suggestion: Suggestion;
  /** Whether the whole text is the place's name, so that nothing typed was ignored. */
  isExact: boolean;
}

interface Entry {
  suggestion: Suggestion;
  at: Place;
  /** The name in plain letters: its words with one space between, and without spaces. */
  name: string;
  key: string;
  words: string[];
  /** Texts that may follow the name, without spaces: 'sp', 'saopaulo', 'spbrasil', … */
  contexts: string[];
  thousands: number;
}

/** The typed words: as a list, with one space between, and without spaces. */
interface Wanted {
  typed: string[];
  spaced: string;
  unspaced: string;
}

const entries: Entry[] = [
  ...municipalities.map(({ ibge, name, uf, lat, lng, thousands }) =>
    createEntry(ibge, name, `${name} - ${uf}`, [uf, stateNames[uf] ?? ''], { lat, lng }, thousands),
  ),
  ...knownPlaces.map(({ name, city, uf, lat, lng }) =>
    createEntry(
      `${compact(city)}-${compact(name)}`,
      name,
      `${name}, ${city} - ${uf}`,
      [`${city} ${uf}`, `${city} ${stateNames[uf]}`],
      { lat, lng },
      KNOWN_THOUSANDS,
    ),
  ),
];

/** The entries by the first letters of their words, since a match begins with one of these. */
const entriesByLetter = Map.groupBy(
  entries.flatMap((one) =>
    [...new Set(one.words.map((word) => word.charAt(0)))].map((letter) => ({ letter, one })),
  ),
  ({ letter }) => letter,
);

function createEntry(
  placeId: string,
  name: string,
  formattedAddress: string,
  contexts: string[],
  at: Place,
  thousands: number,
): Entry {
  return {
    suggestion: { placeId, formattedAddress, coordinates: { latitude: at.lat, longitude: at.lng } },
    at,
    name: joined(name).join(' '),
    key: compact(name),
    // Includes the two words of 'd’Oeste' as well.
    words: [...new Set([...joined(name), ...split(plain(name))])],
    contexts: ['', ...contexts].flatMap((one) => [compact(one), compact(`${one} Brasil`)]),
    thousands,
  };
}

/**
 * Returns at most eight places for a text. A postal code is resolved to its municipality, if that
 * is known. If no place has all words, house numbers are ignored, then the text before a comma.
 */
export function findPlaces(text: string, here?: Place): Match[] {
  const code = postalCodeIn(text);
  if (code) return findByPostalCode(code);
  const words = typedWords(text);
  const found = matches(words, here);
  if (found.length > 0) return found.map(({ suggestion, rank }) => ({ suggestion, isExact: rank <= EXACT }));
  const unnumbered = matches(withoutNumbers(words), here);
  // A part after a comma must be a whole name: many names begin with a state's letters.
  const parts = partsAfterCommas(text).map((part) =>
    matches(withoutNumbers(typedWords(part)), here).filter(({ rank }) => rank <= NAMED),
  );
  const loose = [unnumbered, ...parts].find(({ length }) => length > 0) ?? [];
  return loose.map(({ suggestion }) => ({ suggestion, isExact: false }));
}

function findByPostalCode(code: string): Match[] {
  const name = municipalityOfPostalCode(code);
  const found = entries.find(({ suggestion }) => suggestion.formattedAddress === name);
  return found ? [{ suggestion: found.suggestion, isExact: false }] : [];
}

/**
 * Returns the places that match all words, ignoring accents, case and spaces: first those with
 * exactly that name, the nearest to `here` before others; then by `rankOf`, the largest first.
 */
function matches(typed: string[], here: Place | undefined): { suggestion: Suggestion; rank: number }[] {
  if (typed.length === 0) return [];
  const wanted = { typed, spaced: typed.join(' '), unspaced: typed.join('') };
  const found = (entriesByLetter.get(wanted.unspaced.charAt(0)) ?? []).flatMap(({ one }) => {
    const rank = rankOf(one, wanted);
    if (rank === undefined) return [];
    const order = rank === 0 && here ? squaredDegrees(one.at, here) : -one.thousands;
    return [{ ...one, rank, order }];
  });
  return found.sort((a, b) => a.rank - b.rank || a.order - b.order).slice(0, MAX_RESULTS);
}

/**
 * Returns 0 if the text is the name, alone or with a context, 1 if only spaces differ, 2 if the
 * beginning of a context follows the name, 3 if the name begins with the text, 4 if its words do;
 * undefined without a match.
 */
function rankOf(
  { name, key, words, contexts }: Entry,
  { typed, spaced, unspaced }: Wanted,
): number | undefined {
  const isFollowed = spaced.startsWith(`${name} `);
  if (unspaced.startsWith(key) && contexts.includes(unspaced.slice(key.length)))
    return spaced === name || isFollowed ? 0 : EXACT;
  const isBeginning = (rest: string) => contexts.some((context) => context.startsWith(rest));
  if (isFollowed && isBeginning(unspaced.slice(key.length))) return NAMED;
  if (key.startsWith(unspaced)) return 3;
  const firstUnmatched = typed.findIndex((word) => !words.some((own) => own.startsWith(word)));
  if (firstUnmatched === -1) return 4;
  // The remaining words may be the state, possibly incomplete.
  return firstUnmatched > 0 && isBeginning(typed.slice(firstUnmatched).join('')) ? 4 : undefined;
}

const squaredDegrees = (a: Place, b: Place) => (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2;
