import { expect, test } from '@rstest/core';
import { typedWords } from './address-words.ts';
import { findPlaces } from './gazetteer.ts';
import { municipalities, postalCodeRanges, stateNames } from './places-of-brazil.ts';

const SAO_PAULO = { lat: -23.55, lng: -46.63 };
const findAddresses = (text: string, here?: typeof SAO_PAULO) =>
  findPlaces(text, here).map(({ suggestion }) => suggestion);
const shown = (text: string, here?: typeof SAO_PAULO) =>
  findAddresses(text, here).map(({ formattedAddress }) => formattedAddress);
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

test('contains every municipality once, in its state and within Brazil', () => {
  expect(municipalities).toHaveLength(5571);
  expect(new Set(municipalities.map(({ ibge }) => ibge)).size).toBe(5571);
  expect(new Set(municipalities.map(({ uf }) => uf)).size).toBe(Object.keys(stateNames).length);
  for (const { ibge, name, lat, lng, uf, thousands } of municipalities) {
    const inBrazil = lat > -33.8 && lat < 5.3 && lng > -74 && lng < -32.3;
    expect({ name, inBrazil, code: /^\d{7}$/.test(ibge) }).toEqual({ name, inBrazil: true, code: true });
    expect({ name, uf, known: uf in stateNames && thousands >= 0 }).toEqual({ name, uf, known: true });
  }
});

/** Spellings of a municipality's name, each with the highest index that it may have in the results. */
const spellings: [write: (name: string, uf: string) => string, last: number][] = [
  [(name) => name, 7],
  [(name) => ` ${withoutAccents(name).toUpperCase()}`, 7],
  [(name, uf) => `${name} - ${uf}`, 0],
  [(name, uf) => `${withoutAccents(name)}, ${withoutAccents(stateNames[uf] ?? '')}`, 0],
];
/** Each municipality has one of the spellings, or with `--long` all. */
const spellingsOf = (index: number) =>
  process.env.LONG_RUNS === '1' ? spellings : spellings.slice(index % 4, (index % 4) + 1);

test('finds every municipality by its name, with and without accents, and lists it first with its state', () => {
  const missing: string[] = [];
  for (const [index, { ibge, name, uf }] of municipalities.entries())
    for (const [write, last] of spellingsOf(index)) {
      const text = write(name, uf);
      const at = findAddresses(text).findIndex(({ placeId }) => placeId === ibge);
      if (at < 0 || at > last) missing.push(text);
    }
  expect(missing).toEqual([]);
});

test('ignores accents, case, separators and common abbreviations', () => {
  const spellings = [
    'São Paulo SP',
    'sao paulo - sp',
    'SÃO  PAULO/SP',
    'S. Paulo',
    'são paulo, brasil',
    'saopaulo',
  ];
  for (const spelling of spellings) expect(shown(spelling)[0]).toBe('São Paulo - SP');
  expect(shown('sta rita do sapucai')[0]).toBe('Santa Rita do Sapucaí - MG');
  expect(shown("herval d'oeste")[0]).toBe("Herval d'Oeste - SC");
  expect(shown('herval doeste')[0]).toBe("Herval d'Oeste - SC");
  expect(shown('herval oeste')[0]).toBe("Herval d'Oeste - SC");
});

test('finds places by the beginning of any word, large ones first', () => {
  expect(shown('rio')[0]).toBe('Rio de Janeiro - RJ');
  expect(shown('rio pret')).toContain('São José do Rio Preto - SP');
  expect(shown('camp')[0]).toBe('Campinas - SP');
  expect(shown('janeiro')).toContain('Rio de Janeiro - RJ');
});

test('distinguishes places of the same name by their state, the nearest first', () => {
  const bonito = ['Bonito - BA', 'Bonito - MS', 'Bonito - PA', 'Bonito - PE'];
  expect(shown('bonito').slice(0, 4).sort()).toEqual(bonito);
  expect(shown('bonito', { lat: -20.4, lng: -54.6 })[0]).toBe('Bonito - MS');
  expect(shown('bonito', { lat: -8, lng: -35 })[0]).toBe('Bonito - PE');
  expect(shown('bonito m')[0]).toBe('Bonito - MS');
  expect(shown('Pinheiros', SAO_PAULO)[0]).toBe('Pinheiros, São Paulo - SP');
  expect(shown('Pinheiros')).toContain('Pinheiros - ES');
});

test('finds neighbourhoods and well-known places within their city', () => {
  expect(shown('tatuape')).toEqual(['Tatuapé, São Paulo - SP']);
  expect(shown('vila madalena sao paulo')).toEqual(['Vila Madalena, São Paulo - SP']);
  expect(shown('ibirapuera')[0]).toBe('Parque Ibirapuera, São Paulo - SP');
  expect(shown('aeroporto').length).toBeGreaterThan(4);
});

test('resolves every range of postal codes to a municipality, and no code to two', () => {
  let last = '';
  for (const [from, to, name] of postalCodeRanges) {
    expect(last < from && from <= to).toBe(true);
    last = to;
    expect(shown(`${from}-000`)).toEqual([name]);
    expect(shown(`CEP ${to.slice(0, 2)}.${to.slice(2)}999`)).toEqual([name]);
  }
  expect(shown('99999-999')).toEqual([]);
});

test('returns a short list, and the same one each time, for the first 80 characters of any text', () => {
  const inputs = [
    '',
    '   ',
    '.*',
    '(',
    '\\',
    '%',
    '\u0000',
    '💡',
    'xyzzy',
    '--',
    'a'.repeat(100_000),
    'a '.repeat(50_000),
  ];
  for (const text of inputs) {
    expect(findAddresses(text).length).toBeLessThanOrEqual(8);
    // The rest of a long text isn't compared with any name.
    expect(typedWords(text).join('').length).toBeLessThanOrEqual(80);
  }
  expect(findAddresses('xyzzy')).toEqual([]);
  expect(findAddresses('.*')).toEqual([]);
  expect(findAddresses('santa')).toHaveLength(8);
  expect(findAddresses('santa')).toEqual(findAddresses('santa'));
});
