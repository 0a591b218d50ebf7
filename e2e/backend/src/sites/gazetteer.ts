/** Places that the address search knows: every municipality of Brazil, and places within some. */
import type { AddressSuggestion } from '@shared/contract';
import type * as z from 'zod/mini';
import { knownPlaces } from './known-places.ts';
import { municipalities, stateNames } from './municipalities.ts';
import type { Place } from './place.ts';

const MOST = 8;
const MOST_CHARACTERS = 80;
const ABBREVIATIONS: Record<string, string> = { sta: 'santa', sto: 'santo' };
/** A place within a city counts as a city of so many thousands where several have its name. */
const KNOWN_THOUSANDS = 200;

type Suggestion = z.input<typeof AddressSuggestion>;

interface Entry {
  suggestion: Suggestion;
  at: Place;
  /** The name in plain letters, its words with one space between, and as one string. */
  name: string;
  key: string;
  words: string[];
  /** What may follow the name, each as one string: 'sp', 'saopaulo', 'spbrasil', … */
  contexts: string[];
  thousands: number;
}

/** The words typed, with one space between, and as one string. */
interface Wanted {
  typed: string[];
  spaced: string;
  all: string;
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const split = (text: string) => text.split(/[^a-z0-9]+/).filter((word) => word !== '');
/** 'd’Oeste' is one word here. */
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

/** The entries by the first letter of each of their words: a text begins with one of them. */
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
    // Here 'd’Oeste' is two words as well.
    words: [...new Set([...joined(name), ...split(plain(name))])],
    contexts: ['', ...contexts].flatMap((one) => [compact(one), compact(`${one} Brasil`)]),
    thousands,
  };
}

/**
 * At most eight places for a text, whatever its accents, case and spaces: those of exactly that name first, the nearest
 * to `here` before the others; then names that begin so, then names whose words do, the largest first.
 */
export function findAddresses(text: string, here?: Place): Suggestion[] {
  const typed = joined(text.slice(0, MOST_CHARACTERS)).map((word) => ABBREVIATIONS[word] ?? word);
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
    .slice(0, MOST)
    .map(({ suggestion }) => suggestion);
}

/** 0 where the text is the name, 1 where it is but for its spaces, 2 where the name begins so, 3 where its words do. */
function rankOf({ name, key, words, contexts }: Entry, { typed, spaced, all }: Wanted): number | undefined {
  if (all.startsWith(key) && contexts.includes(all.slice(key.length)))
    return spaced === name || spaced.startsWith(`${name} `) ? 0 : 1;
  if (key.startsWith(all)) return 2;
  const foreign = typed.findIndex((word) => !words.some((own) => own.startsWith(word)));
  if (foreign === -1) return 3;
  // What follows the name may be its state, as far as it is typed.
  const rest = () => typed.slice(foreign).join('');
  return foreign > 0 && contexts.some((context) => context.startsWith(rest())) ? 3 : undefined;
}

const squaredDegrees = (a: Place, b: Place) => (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2;
