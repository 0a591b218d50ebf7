/** The address search: every municipality of Brazil, and places within some of them. */
import type { AddressSuggestion } from '@shared/contract';
import type * as z from 'zod/mini';
import { knownPlaces } from './known-places.ts';
import { municipalities, stateNames } from './municipalities.ts';
import type { Place } from './place.ts';

const MAX_RESULTS = 8;
const MAX_QUERY_LENGTH = 80;
const ABBREVIATIONS: Record<string, string> = { sta: 'santa', sto: 'santo' };
/** Among places of one name, a place within a city ranks like so many thousands. */
const KNOWN_THOUSANDS = 200;

type Suggestion = z.input<typeof AddressSuggestion>;

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
  all: string;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const split = (text: string) => text.split(/[^a-z0-9]+/).filter((word) => word !== '');
/** Treats 'd’Oeste' as one word. */
const joined = (text: string) => split(plain(text).replace(/['’]/g, ''));
const compact = (text: string) => joined(text).join('');

const entries: Entry[] = [
  ...municipalities.map(({ ibge, name, uf, lat, lng, thousands }) =>
    entry(ibge, name, `${name} - ${uf}`, [uf, stateNames[uf] ?? ''], { lat, lng }, thousands),
  ),
  ...knownPlaces.map(({ name, city, uf, lat, lng }) =>
    entry(
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

function entry(
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
 * Returns at most eight places for a text, ignoring accents, case and spaces: first those with
 * exactly that name, the nearest to `here` before others; then names that begin with the text, then
 * names with words that begin with the typed ones, the largest first.
 */
export function findAddresses(text: string, here?: Place): Suggestion[] {
  const typed = joined(text.slice(0, MAX_QUERY_LENGTH)).map((word) => ABBREVIATIONS[word] ?? word);
  if (typed.length === 0) return [];
  const wanted = { typed, spaced: typed.join(' '), all: typed.join('') };
  const found = (entriesByLetter.get(wanted.all.charAt(0)) ?? []).flatMap(({ one }) => {
    const rank = rankOf(one, wanted);
    if (rank === undefined) return [];
    const order = rank === 0 && here ? squaredDegrees(one.at, here) : -one.thousands;
    return [{ ...one, rank, order }];
  });
  return found
    .sort((a, b) => a.rank - b.rank || a.order - b.order)
    .slice(0, MAX_RESULTS)
    .map(({ suggestion }) => suggestion);
}

/**
 * Returns 0 if the text is the name, 1 if only spaces differ, 2 if the name begins with the text, 3
 * if its words do; undefined without a match.
 */
function rankOf({ name, key, words, contexts }: Entry, { typed, spaced, all }: Wanted): number | undefined {
  if (all.startsWith(key) && contexts.includes(all.slice(key.length)))
    return spaced === name || spaced.startsWith(`${name} `) ? 0 : 1;
  if (key.startsWith(all)) return 2;
  const foreign = typed.findIndex((word) => !words.some((own) => own.startsWith(word)));
  if (foreign === -1) return 3;
  // The remaining words may be the state, possibly incomplete.
  const rest = () => typed.slice(foreign).join('');
  return foreign > 0 && contexts.some((context) => context.startsWith(rest())) ? 3 : undefined;
}

const squaredDegrees = (a: Place, b: Place) => (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2;
