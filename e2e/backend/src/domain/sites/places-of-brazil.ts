/** Tables of places in Brazil. `.docs/gazetteer.md` names the sources. */
import { readFileSync } from 'node:fs';

/** Returns the rows of a file of tab-separated values, without its headings. */
function readTable(name: string): string[][] {
  const text = readFileSync(new URL(`./${name}.tsv`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

/** All 5,571 municipalities of Brazil, at the position of their seats. */
export const municipalities = readTable('municipalities').map(
  ([ibge = '', name = '', uf = '', lat, lng, thousands]) => ({
    /** IBGE code of seven digits; the first two are the state's. */
    ibge,
    name,
    uf,
    lat: Number(lat),
    lng: Number(lng),
    /** Approximate inhabitants in thousands, 0 if unknown: for ranking, not for display. */
    thousands: Number(thousands),
  }),
);

/**
 * Neighbourhoods of large cities, and popular streets and places. A street's coordinates are near
 * its middle.
 */
export const knownPlaces = readTable('known-places').map(([city = '', uf = '', name = '', lat, lng]) => ({
  name,
  city,
  uf,
  lat: Number(lat),
  lng: Number(lng),
}));

/**
 * Ranges of postal codes (CEP, by their first five digits) of capitals and large municipalities.
 */
export const postalCodeRanges = readTable('postal-codes').map(
  ([from = '', to = '', municipality = '']) => [from, to, municipality] as const,
);

/**
 * Returns the municipality of a postal code, given its first five digits or all, such as 'Bauru -
 * SP'; undefined if it isn't known.
 */
export function municipalityOfPostalCode(code: string): string | undefined {
  const start = code.slice(0, 5);
  return postalCodeRanges.find(([from, to]) => from <= start && start <= to)?.[2];
}

export const stateNames: Record<string, string> = {
  AC: 'Acre',
  AL: 'Alagoas',
  AM: 'Amazonas',
  AP: 'Amapá',
  BA: 'Bahia',
  CE: 'Ceará',
  DF: 'Distrito Federal',
  ES: 'Espírito Santo',
  GO: 'Goiás',
  MA: 'Maranhão',
  MG: 'Minas Gerais',
  MS: 'Mato Grosso do Sul',
  MT: 'Mato Grosso',
  PA: 'Pará',
  PB: 'Paraíba',
  PE: 'Pernambuco',
  PI: 'Piauí',
  PR: 'Paraná',
  RJ: 'Rio de Janeiro',
  RN: 'Rio Grande do Norte',
  RO: 'Rondônia',
  RR: 'Roraima',
  RS: 'Rio Grande do Sul',
  SC: 'Santa Catarina',
  SE: 'Sergipe',
  SP: 'São Paulo',
  TO: 'Tocantins',
};
