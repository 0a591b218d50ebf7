/** Search for a brand's sites by the words of their names and addresses. */

import type { Db } from '../../platform/database/database.ts';
import { and, asc, eq, sql } from '../../platform/database/orm.ts';
import { type SiteRow, siteBrands, sites, siteWords } from '../../platform/database/schema.ts';
import { compact, joined, postalCodeIn, typedWords, withoutNumbers } from './address-words.ts';
import { distanceFrom } from './nearest.ts';
import type { Place, Suggestion } from './place.ts';

const MAX_SITES = 5;
/** Sites that are read to find the neighbourhoods among them. */
const MAX_READ = 50;
const POSTAL_CODE = /^\d{5}-?\d{3}$/;

type FoundSite = Pick<SiteRow, 'id' | 'name' | 'address' | 'lat' | 'lng'>;

export interface FoundSites {
  /** Neighbourhoods that the text names, at the centre of their sites. */
  neighbourhoods: Suggestion[];
  sites: Suggestion[];
}

/**
 * Returns the sites that have a word beginning with each typed one, in their name or address.
 * Matches by name come first, then the nearest to `here`. Ignores house numbers if no site matches
 * all words. A postal code matches in the address only.
 */
export async function findSites(db: Db, brandId: number, text: string, here?: Place): Promise<FoundSites> {
  const code = postalCodeIn(text);
  // The halves of a postal code are two words of an address.
  if (code) return { neighbourhoods: [], sites: asSites(await read(db, brandId, halvesOf(code), here)) };
  const typed = typedWords(text);
  for (const words of wordLists(typed)) {
    const rows = await read(db, brandId, words, here);
    if (rows.length === 0) continue;
    return { neighbourhoods: neighbourhoodsIn(rows, words), sites: asSites(namedFirst(rows, words)) };
  }
  return { neighbourhoods: [], sites: [] };
}

function wordLists(typed: string[]): string[][] {
  const unnumbered = withoutNumbers(typed);
  const lists = unnumbered.length < typed.length ? [typed, unnumbered] : [typed];
  return lists.filter(({ length }) => length > 0);
}

const halvesOf = (code: string) => [code.slice(0, 5), code.slice(5)].filter(Boolean);

function read(db: Db, brandId: number, words: string[], here: Place | undefined): Promise<FoundSite[]> {
  // The words consist of letters and digits, so they need no escaping.
  const query = words.map((word) => `${word}:*`).join(' & ');
  return db
    .select({ id: sites.id, name: sites.name, address: sites.address, lat: sites.lat, lng: sites.lng })
    .from(sites)
    .innerJoin(siteBrands, and(eq(siteBrands.siteId, sites.id), eq(siteBrands.brandId, brandId)))
    .where(sql`${siteWords(sites)} @@ to_tsquery('simple', ${query})`)
    .orderBy(...(here ? [asc(distanceFrom(here))] : []), asc(sites.name), asc(sites.id))
    .limit(MAX_READ);
}

const hasAll = (text: string, words: string[]) => {
  const textWords = joined(text);
  return words.every((word) => textWords.some((textWord) => textWord.startsWith(word)));
};

const namedFirst = (rows: FoundSite[], words: string[]) =>
  [true, false].flatMap((byName) => rows.filter(({ name }) => hasAll(name, words) === byName));

const asSites = (rows: FoundSite[]): Suggestion[] =>
  rows.slice(0, MAX_SITES).map(({ id, name, address, lat, lng }) => ({
    placeId: `site-${id}`,
    formattedAddress: [name, address].filter(Boolean).join(', '),
    coordinates: { latitude: lat, longitude: lng },
  }));

function neighbourhoodsIn(rows: FoundSite[], words: string[]): Suggestion[] {
  const located = rows.flatMap((row) => {
    const found = neighbourhoodOf(row.address);
    return found && hasAll(found.name, words) ? [{ ...row, label: found.label }] : [];
  });
  return [...Map.groupBy(located, ({ label }) => label)].map(([label, group]) => ({
    placeId: `area-${compact(label)}`,
    formattedAddress: label,
    coordinates: {
      latitude: mean(group.map(({ lat }) => lat)),
      longitude: mean(group.map(({ lng }) => lng)),
    },
  }));
}

const mean = (values: number[]) => values.reduce((total, value) => total + value, 0) / values.length;

/**
 * Returns the neighbourhood of an address such as 'Rua Harmonia, 100 - Vila Madalena' or 'Rua
 * Harmonia, 100 - Vila Madalena, São Paulo - SP, 05435-000, Brasil'. Its label includes the city, if
 * the address names it.
 */
function neighbourhoodOf(address: string): Record<'name' | 'label', string> | undefined {
  const [street = '', ...after] = address.split(' - ');
  const [name = '', ...others] = after
    .join(' - ')
    .split(',')
    .map((part) => part.trim());
  // 'Rua Harmonia, 100, São Paulo - SP' has the state there.
  if (!street || !name || /^[A-Z]{2}$/.test(name) || /\d/.test(name)) return undefined;
  const city = others.find((part) => part !== '' && !POSTAL_CODE.test(part) && part !== 'Brasil');
  return { name, label: city ? `${name}, ${city}` : name };
}
