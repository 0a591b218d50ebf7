/** The geocoder against a local server that responds in the formats of Photon and Nominatim. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, rs, test } from '@rstest/core';
import { HANG_MS } from '../../../../../run/hang-limit.ts';
import { systemClock } from '../../../platform/clock.ts';
import { systemTransports } from '../../../platform/transports.ts';
import { createGeocoder } from './geocoder.ts';

/** Response of Photon 0.6 to `q=avenida paulista 1000`. */
const PHOTON = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-46.6521, -23.5651] },
      properties: {
        osm_type: 'N',
        osm_id: 4221,
        osm_key: 'place',
        osm_value: 'house',
        type: 'house',
        countrycode: 'BR',
        housenumber: '1000',
        street: 'Avenida Paulista',
        district: 'Bela Vista',
        city: 'São Paulo',
        county: 'Região Imediata de São Paulo',
        state: 'São Paulo',
        country: 'Brasil',
        postcode: '01310-100',
      },
    },
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [-8.61, 41.15] },
      properties: { osm_type: 'W', osm_id: 7, countrycode: 'PT', name: 'Rua Augusta', city: 'Lisboa' },
    },
    { type: 'Feature', geometry: null, properties: {} },
  ],
};
/** Response of Nominatim 4 with `format=jsonv2&addressdetails=1`. */
const NOMINATIM = [
  {
    place_id: 4611,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'way',
    osm_id: 271,
    lat: '-23.5559',
    lon: '-46.6621',
    category: 'highway',
    type: 'secondary',
    place_rank: 26,
    importance: 0.41,
    addresstype: 'road',
    name: 'Rua Augusta',
    display_name: 'Rua Augusta, Consolação, São Paulo, Região Sudeste, 01305-000, Brasil',
    address: {
      road: 'Rua Augusta',
      suburb: 'Consolação',
      city: 'São Paulo',
      state: 'São Paulo',
      'ISO3166-2-lvl4': 'BR-SP',
      postcode: '01305-000',
      country: 'Brasil',
      country_code: 'br',
    },
    boundingbox: ['-23.56', '-23.55', '-46.67', '-46.65'],
  },
];

const requests: URL[] = [];
const agents: (string | undefined)[] = [];
let respond: () => { status: number; body: string } | undefined;
let origin = '';
const log = { warn: rs.fn() };
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', origin);
  requests.push(url);
  agents.push(request.headers['user-agent']);
  const found = respond();
  if (found) response.writeHead(found.status, { 'content-type': 'application/json' }).end(found.body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
  log.warn.mockClear();
  respond = () => ({ status: 200, body: JSON.stringify(PHOTON) });
});
const system = { clock: systemClock, transports: systemTransports };
const photon = ({ responseMs = HANG_MS, pauseMs = HANG_MS } = {}) =>
  createGeocoder(`${origin}/api?key=abc`, {
    webAppUrl: 'https://app.example',
    ...system,
    log,
    maxWaitMs: HANG_MS,
    responseMs,
    pauseMs,
  });
const nominatim = (maxWaitMs = HANG_MS) =>
  createGeocoder(`${origin}/search`, { ...system, log, maxWaitMs, responseMs: HANG_MS });

test('reads Photon’s addresses within Brazil, with their attribution', async () => {
  const found = await photon()('Avenida Paulista 1000', { lat: -23.5616, lng: -46.6561 });
  expect(found).toEqual([
    {
      placeId: 'osm-N4221',
      formattedAddress: 'Avenida Paulista, 1000, Bela Vista, São Paulo - SP',
      coordinates: { latitude: -23.5651, longitude: -46.6521 },
      attribution: 'Endereços © OpenStreetMap (openstreetmap.org/copyright)',
    },
  ]);
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({
    key: 'abc',
    q: 'Avenida Paulista 1000',
    limit: '5',
    bbox: '-74,-34,-32,6',
    // Rounded to about 10 km.
    lat: '-23.6',
    lon: '-46.7',
  });
  expect(agents.at(-1)).toBe('faisca https://app.example');
});

test('reads Nominatim’s addresses', async () => {
  respond = () => ({ status: 200, body: JSON.stringify(NOMINATIM) });
  expect(await nominatim()('Rua Augusta')).toMatchObject([
    {
      placeId: 'osm-way271',
      formattedAddress: 'Rua Augusta, Consolação, São Paulo - SP',
      coordinates: { latitude: -23.5559, longitude: -46.6621 },
    },
  ]);
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
    format: 'jsonv2',
    addressdetails: '1',
    countrycodes: 'br',
    'accept-language': 'pt-BR',
  });
});

test('sends one request for repeated and concurrent searches of the same text', async () => {
  const geocode = photon();
  const [first, second] = await Promise.all([geocode('Avenida Paulista'), geocode('avenida  PAULISTA')]);
  expect(await geocode('av. Paulista')).toEqual(first);
  expect(second).toEqual(first);
  expect(requests).toHaveLength(1);
});

test('sends Nominatim at most one request a second, and skips a text that would wait too long', async () => {
  respond = () => ({ status: 200, body: JSON.stringify(NOMINATIM) });
  const geocode = nominatim(1_001);
  const startedAt = performance.now();
  const times: number[] = [];
  const responses = await Promise.all(
    ['rua um', 'rua dois', 'rua tres'].map(async (text) => {
      const found = await geocode(text);
      times.push(performance.now() - startedAt);
      return found.length;
    }),
  );
  expect(responses).toEqual([1, 1, 0]);
  expect(requests).toHaveLength(2);
  expect(Math.max(...times)).toBeGreaterThanOrEqual(990);
  expect(log.warn).not.toHaveBeenCalled();
});

test.each<[string, typeof respond, string, number?]>([
  ['an error status', () => ({ status: 503, body: 'busy' }), 'status 503'],
  ['another format', () => ({ status: 200, body: '{"error":"x"}' }), '$ZodError'],
  ['no JSON', () => ({ status: 200, body: '<html>' }), 'SyntaxError'],
  ['no response', () => undefined, 'TimeoutError', 200],
])('finds nothing on %s, and pauses without logging the text', async (_, response, reason, responseMs) => {
  respond = response;
  const geocode = photon({ responseMs });
  expect(await geocode('rua secreta')).toEqual([]);
  expect(await geocode('outra rua')).toEqual([]);
  expect(requests).toHaveLength(1);
  expect(log.warn.mock.calls).toEqual([[{ reason }, 'the geocoder failed']]);
});

test('sends only what the cache distinguishes, and a postal code as it is written', async () => {
  const geocode = photon();
  await geocode(` \u200bRua Augusta, 100 東京 Straße (x)${' '.repeat(60)}São Paulo `);
  await geocode('CEP: 01310-100 - Sé');
  expect(requests.map(({ searchParams }) => searchParams.get('q'))).toEqual([
    'Rua Augusta 100 Stra e x',
    'CEP 01310-100 Sé',
  ]);
  await geocode('rua augusta 100 stra e X');
  expect(requests).toHaveLength(2);
});

test('does not pause when the service refuses one text, and does not send it again', async () => {
  respond = () => ({ status: 400, body: '{}' });
  const geocode = photon();
  expect(await geocode('rua recusada')).toEqual([]);
  respond = () => ({ status: 200, body: JSON.stringify(PHOTON) });
  expect(await geocode('avenida paulista')).toHaveLength(1);
  expect(await geocode('rua recusada')).toEqual([]);
  expect(requests).toHaveLength(2);
});

test('sends the text of a client that waits for none before further texts of another client', async () => {
  respond = () => ({ status: 200, body: JSON.stringify(NOMINATIM) });
  const geocode = nominatim(2_001);
  const many = ['rua um', 'rua dois', 'rua tres', 'rua quatro'].map((text) =>
    geocode(text, undefined, 'many'),
  );
  expect(await geocode('rua cinco', undefined, 'one')).toHaveLength(1);
  expect((await Promise.all(many)).map(({ length }) => length)).toEqual([1, 1, 0, 0]);
});

test('sends requests again after the pause', async () => {
  respond = () => ({ status: 500, body: '' });
  const geocode = photon({ pauseMs: 100 });
  expect(await geocode('avenida paulista')).toEqual([]);
  respond = () => ({ status: 200, body: JSON.stringify(PHOTON) });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await geocode('avenida paulista')).toHaveLength(1);
});

test('sends no request without a service or for fewer than three letters', async () => {
  expect(await createGeocoder(undefined, { ...system, log, maxWaitMs: HANG_MS })('avenida paulista')).toEqual(
    [],
  );
  expect(await photon()('av')).toEqual([]);
  expect(requests).toEqual([]);
});
