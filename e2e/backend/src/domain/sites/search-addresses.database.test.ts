/** The address search of a server: places, the brand's own sites, and a geocoder. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { eq } from '../../platform/database/orm.ts';
import { brands, siteBrands, sites } from '../../platform/database/schema.ts';
import { callApi, startTestBackend } from '../../testing/test-backend.ts';

const PAULISTA_1000 = {
  geometry: { coordinates: [-46.6521, -23.5651] },
  properties: {
    osm_type: 'N',
    osm_id: 1,
    countrycode: 'BR',
    street: 'Avenida Paulista',
    housenumber: '1000',
    city: 'São Paulo',
    state: 'São Paulo',
  },
};
let geocoderStatus = 200;
const geocoder = createServer((request, response) => {
  const isKnown = request.url?.includes('Paulista');
  response
    .writeHead(geocoderStatus)
    .end(JSON.stringify({ type: 'FeatureCollection', features: isKnown ? [PAULISTA_1000] : [] }));
});
let backend: Backend;
let auroraId = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    geocoder.listen(0, '127.0.0.1', resolve);
  });
  const { port } = geocoder.address() as AddressInfo;
  backend = await startTestBackend({ seed: true, geocoderUrl: `http://127.0.0.1:${port}/api` });
  const { db } = backend.context;
  const [aurora] = await db.select().from(brands).where(eq(brands.slug, 'aurora'));
  auroraId = aurora?.id ?? 0;
  const [mall] = await db
    .insert(sites)
    .values({
      name: "Shopping Ângela d'Ávila",
      address: 'Avenida José de Souza, 90 - Jardim das Acácias, Bauru - SP, 17012-345, Brasil',
      lat: -22.33,
      lng: -49.07,
      openingHours: [],
      freeParking: false,
      private: false,
    })
    .returning();
  await db.insert(siteBrands).values({ siteId: mall?.id ?? 0, brandId: 1 });
});
afterAll(async () => {
  await backend.close();
  geocoder.closeAllConnections();
  geocoder.close();
});

const MALL =
  "Shopping Ângela d'Ávila, Avenida José de Souza, 90 - Jardim das Acácias, Bauru - SP, 17012-345, Brasil";
async function found(text: string, brandId?: number): Promise<string[]> {
  const { response = [] } = await callApi(backend, calls.addressSearch, {
    path: { text },
    ...(brandId !== undefined && { brandId }),
  });
  return response.map(({ formattedAddress }) => formattedAddress);
}

test.each([
  ['a mall by its name', 'shopping angela', MALL],
  ['a site by one word of its name', 'Ângela', MALL],
  ['a site by a word with an apostrophe', "d'avila", MALL],
  ['a site by its street', 'av jose de souza', MALL],
  ['a site by its street with an unknown house number', 'Avenida José de Souza, 1234', MALL],
  ['a site by its postal code', '17012-345', MALL],
  ['a site by its postal code without the dash', '17012345', MALL],
  ['the neighbourhood of a site', 'jardim acacias', 'Jardim das Acácias, Bauru - SP'],
  ['the site on a street', 'Rua Tuiuti', 'Tatuapé Praça, Rua Tuiuti, 2100 - Tatuapé, São Paulo - SP'],
  ['a street', 'Rua Augusta', 'Rua Augusta, São Paulo - SP'],
  ['a street with a house number', 'Rua Augusta 77', 'Rua Augusta, São Paulo - SP'],
  ['a street with a number sign', 'r. augusta nº 77', 'Rua Augusta, São Paulo - SP'],
  ['a street and its city', 'Rua Augusta, 77, São Paulo', 'Rua Augusta, São Paulo - SP'],
  ['the city of an unknown street', 'Rua Inexistente 5, Campinas - SP', 'Campinas - SP'],
  ['the neighbourhood of an unknown street', 'Rua X, 5 - Moema, São Paulo', 'Moema, São Paulo - SP'],
  ['the city of a postal code', '01310-100', 'São Paulo - SP'],
  ['the city of the first half of a postal code', 'CEP 80420', 'Curitiba - PR'],
  ['a neighbourhood', 'tatuapé', 'Tatuapé, São Paulo - SP'],
])('finds %s', async (_, text, expected) => {
  expect((await found(text))[0]).toBe(expected);
});

test('finds only the sites of the caller’s brand', async () => {
  expect(await found('ponto aurora', auroraId)).toEqual([
    'Ponto Aurora Augusta, Rua Augusta, 1508 - Consolação, São Paulo - SP',
  ]);
  expect(await found('ponto aurora')).toEqual([]);
  expect(await found('shopping angela', auroraId)).toEqual([]);
});

test('lists a place before the sites in it, and neither twice', async () => {
  const addresses = await found('moema');
  expect(addresses[0]).toBe('Moema, São Paulo - SP');
  expect(addresses).toContain('Parque Moema, Avenida Ibirapuera, 2800 - Moema, São Paulo - SP');
  expect(addresses.filter((one) => one.startsWith('Moema, '))).toHaveLength(1);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('lists the geocoder’s exact address first, and the embedded results if it fails', async () => {
  expect((await found('Avenida Paulista 1000')).slice(0, 2)).toEqual([
    'Avenida Paulista, 1000, São Paulo - SP',
    'Avenida Paulista, São Paulo - SP',
  ]);
  geocoderStatus = 500;
  expect((await found('Avenida Paulista 1001'))[0]).toBe('Avenida Paulista, São Paulo - SP');
});

test('accepts any text', async () => {
  for (const text of ['(', '\\m', '%', "'; --", '.*', '💡', '123', 'a'.repeat(2_000)])
    expect(Array.isArray(await found(text))).toBe(true);
});
