import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { FLEET_GARAGE } from '../../demo/seed/fleet-garage.testing.ts';
import { readDemoNetwork } from '../../demo/seed/seed.ts';
import { systemClock } from '../../platform/clock.ts';
import { and, eq } from '../../platform/database/orm.ts';
import { isAt } from '../../platform/database/rows.ts';
import { brands, chargePoints, connectors, sites } from '../../platform/database/schema.ts';
import { type CallOptions, callApi, startTestBackend } from '../../testing/test-backend.ts';

const CENTRE = { lat: -23.5616364, lng: -46.6561378 };
/** A Monday, 12:00 in São Paulo. */
const NOON = new Date('2026-03-02T15:00:00Z');
let backend: Backend;
let auroraId = 0;
let clock = NOON;

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, clock: { ...systemClock, now: () => clock } });
  const [aurora] = await backend.context.db.select().from(brands).where(eq(brands.slug, 'aurora'));
  auroraId = aurora?.id ?? 0;
  await backend.context.db.update(chargePoints).set({ online: true }).where(eq(chargePoints.simulated, true));
});
afterAll(() => backend.close());

async function search(query: Record<string, string | number | boolean> = {}, options: CallOptions = {}) {
  const { response } = await callApi(backend, calls.siteSearch, {
    ...options,
    query: { ...CENTRE, dist: 40_000, ...query },
  });
  return response ?? [];
}
const siteNamed = async (name: string) => (await search()).find(({ csName }) => csName === name);

test('lists sites nearest first, with their distance', async () => {
  const found = await search();
  const distances = found.map(({ distanceMeters = 0 }) => distanceMeters);
  expect(found.length).toBeGreaterThan(35);
  expect(distances).toEqual([...distances].sort((a, b) => a - b));
  expect(distances.filter((metres) => metres < 3000).length).toBeGreaterThanOrEqual(8);
  expect(Math.max(...distances)).toBeLessThan(20_000);
  // 0.0012° of latitude and 0.0011° of longitude.
  expect(found[0]).toMatchObject({ csName: 'Estação Trianon', distanceMeters: expect.closeTo(169, -1) });
});

test('searches a radius of at least 10 km', async () => {
  const narrow = await search({ dist: 500 });
  expect(narrow.length).toBeGreaterThan(20);
  expect(Math.max(...narrow.map(({ distanceMeters = 0 }) => distanceMeters))).toBeLessThanOrEqual(10_000);
  expect(narrow.length).toBeLessThan((await search()).length);
});

test('shows each brand its own sites', async () => {
  const names = async (options: CallOptions) => (await search({}, options)).map(({ csName }) => csName);
  const faisca = await names({});
  const aurora = await names({ brandId: auroraId });
  expect(faisca).not.toContain('Ponto Aurora Augusta');
  expect(aurora).toContain('Ponto Aurora Augusta');
  expect(aurora).not.toContain('Galeria Bela Vista');
  const demoSites = Object.values((await readDemoNetwork()).sites);
  const sharedNames = demoSites.filter(({ brands: slugs }) => slugs.length > 1).map(({ name }) => name);
  for (const name of sharedNames) {
    expect(faisca).toContain(name);
    expect(aurora).toContain(name);
  }
});

test('filters by free parking, plug and current, with plug and current on the same connector', async () => {
  expect((await search({ free: true })).every(({ csFreeParking }) => csFreeParking)).toBe(true);
  expect((await search({ plug: 'chademo' })).map(({ cmcType }) => cmcType)).not.toContain('AC');
  const dc = await search({ speed: 'DC' });
  const ac = await search({ speed: 'AC' });
  expect(dc.every(({ cmcType }) => cmcType === 'DC')).toBe(true);
  expect(ac.length).toBeGreaterThan(dc.length);
  expect(await search({ plug: 'type2', speed: 'DC' })).toEqual([]);
  expect((await search({ plug: 'type2', speed: 'AC', free: true })).length).toBeGreaterThan(0);
});

test('refuses an invalid place, plug or current', async () => {
  const wrong: Record<string, string | number>[] = [
    { lat: 'x', lng: 1 },
    {},
    { ...CENTRE, plug: 'schuko' },
    { ...CENTRE, speed: 'fast' },
  ];
  for (const query of wrong)
    expect(await callApi(backend, calls.siteSearch, { query })).toMatchObject({ status: 400 });
});

test('shows power, lowest price and connectors by state on a card', async () => {
  const hub = await siteNamed('Hub Cerqueira César');
  expect(hub).toMatchObject({
    cmMaxPower: 120,
    priceFrom: 2.49,
    cmcType: 'DC',
    chargerSiteStatus: { available: 5, inUse: 1, offLine: 0, disconnected: 0 },
  });
  expect(await siteNamed('Mercado Higienópolis')).toMatchObject({
    priceFrom: 0,
    // One is faulted, but not disconnected.
    chargerSiteStatus: { available: 2, inUse: 0, offLine: 1, disconnected: 0 },
  });
  // Priced by the minute, so there is no lowest price per kWh.
  expect((await siteNamed('Copan Garagem'))?.priceFrom).toBeUndefined();
});

test("sends a card's power as a number", async () => {
  const { lat, lng } = CENTRE;
  const response = await fetch(`${backend.url}/v1/api/ChargerSitesSearch?lat=${lat}&lng=${lng}&dist=10000`);
  expect(await response.json()).toContainEqual(expect.objectContaining({ cmMaxPower: 120 }));
});

test('counts a connector with a car plugged in as in use, and a faulted one not as disconnected', async () => {
  const { db } = backend.context;
  const before = await siteNamed('Hub Cerqueira César');
  const [free] = await db
    .select({ chargePointId: connectors.chargePointId, connectorId: connectors.connectorId })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(and(eq(sites.name, 'Hub Cerqueira César'), eq(connectors.status, 'Available')));
  const key = { chargePointId: free?.chargePointId ?? '', connectorId: free?.connectorId ?? -1 };
  const report = (status: 'Available' | 'Preparing' | 'Faulted' | null) =>
    db.update(connectors).set({ status }).where(isAt(connectors, key));
  const counts = async () => (await siteNamed('Hub Cerqueira César'))?.chargerSiteStatus;
  await report('Preparing');
  expect(await counts()).toEqual({ available: 4, inUse: 2, offLine: 0, disconnected: 0 });
  for (const status of ['Faulted', null] as const) {
    await report(status);
    expect(await counts()).toEqual({ available: 4, inUse: 1, offLine: 1, disconnected: 0 });
  }
  await report('Available');
  expect(await siteNamed('Hub Cerqueira César')).toEqual(before);
});

test('counts the connectors of an offline charge point as offline', async () => {
  const before = await siteNamed('Hub Cerqueira César');
  const [point] = await backend.context.db
    .select({ id: chargePoints.id })
    .from(chargePoints)
    .innerJoin(sites, eq(sites.id, chargePoints.siteId))
    .where(and(eq(sites.name, 'Hub Cerqueira César'), eq(chargePoints.model, 'Multi 50')));
  const online = (value: boolean) =>
    backend.context.db
      .update(chargePoints)
      .set({ online: value })
      .where(eq(chargePoints.id, point?.id ?? ''));
  await online(false);
  expect((await siteNamed('Hub Cerqueira César'))?.chargerSiteStatus).toEqual({
    available: 3,
    inUse: 1,
    offLine: 2,
    disconnected: 2,
  });
  await online(true);
  expect(await siteNamed('Hub Cerqueira César')).toEqual(before);
});

test('applies the opening hours of each site, also past midnight', async () => {
  const open = async (name: string, at: string) => {
    clock = new Date(at);
    const site = await siteNamed(name);
    clock = NOON;
    return site?.isOpen;
  };
  expect(await open('Estação Trianon', '2026-03-02T06:00:00Z')).toBe(true);
  expect(await open('Feira da Vila', '2026-03-02T15:00:00Z')).toBe(false);
  expect(await open('Feira da Vila', '2026-03-02T22:00:00Z')).toBe(true);
  expect(await open('Feira da Vila', '2026-03-03T04:30:00Z')).toBe(true);
  expect(await open('Feira da Vila', '2026-03-03T05:30:00Z')).toBe(false);
  expect(await open('Itaim Tower', '2026-03-01T15:00:00Z')).toBe(false);
});

test('uses the price of the current hour', async () => {
  const priceAt = async (at: string) => {
    clock = new Date(at);
    const site = await siteNamed('Parada Pinheiros');
    clock = NOON;
    return site?.priceFrom;
  };
  expect(await priceAt('2026-03-02T12:00:00Z')).toBe(1.59);
  expect(await priceAt('2026-03-02T21:00:00Z')).toBe(2.29);
  expect(await priceAt('2026-03-03T01:00:00Z')).toBe(1.49);
});

test('returns a single site, with the distance from the position of the request', async () => {
  const id = (await siteNamed('Estação Trianon'))?.csId ?? '';
  const alone = await callApi(backend, calls.chargerSite, { path: { id } });
  expect(alone.response).toMatchObject({ csName: 'Estação Trianon', csFreeParking: true, csPrivate: false });
  expect(alone.response?.distanceMeters).toBeUndefined();
  const located = await callApi(backend, calls.chargerSite, {
    path: { id },
    headers: { 'user-location': `${CENTRE.lat};${CENTRE.lng};20` },
  });
  expect(located.response?.distanceMeters).toBeGreaterThan(100);
});

test.each(['999;999', '90.1;0', '-91;0', '120;0', '0;180.5', ';', '1;', `${'9'.repeat(40)};0`, 'a;b'])(
  'ignores the position %s, which is not on Earth',
  async (position) => {
    const id = (await siteNamed('Estação Trianon'))?.csId ?? '';
    const headers = { 'user-location': position };
    const { status, response } = await callApi(backend, calls.chargerSite, { path: { id }, headers });
    expect(status).toBe(200);
    expect(response?.distanceMeters).toBeUndefined();
    const addresses = await callApi(backend, calls.addressSearch, { path: { text: 'trianon' }, headers });
    expect(addresses.status).toBe(200);
  },
);

test('refuses a search around a latitude that is not on Earth', async () => {
  for (const lat of [90.1, 120, -999])
    expect((await callApi(backend, calls.siteSearch, { query: { lat, lng: 0 } })).status).toBe(400);
});

test('reports a private site with paid parking, and opening hours only if they are known', async () => {
  const id = (await siteNamed('Morumbi Colina'))?.csId ?? '';
  const readSite = async () => (await callApi(backend, calls.chargerSite, { path: { id } })).response;
  expect(await readSite()).toMatchObject({ csPrivate: true, csFreeParking: false, isOpen: true });
  const row = eq(sites.name, 'Morumbi Colina');
  const [before] = await backend.context.db.select().from(sites).where(row);
  await backend.context.db.update(sites).set({ openingHours: [] }).where(row);
  const unknown = await readSite();
  expect([unknown?.isOpen, unknown?.csAvailability]).toEqual([undefined, undefined]);
  await backend.context.db
    .update(sites)
    .set({ openingHours: before?.openingHours ?? [] })
    .where(row);
});

test('responds with 404 to the site of another brand and to an unknown one', async () => {
  const id = (await siteNamed('Galeria Bela Vista'))?.csId ?? '';
  expect(await callApi(backend, calls.chargerSite, { path: { id }, brandId: auroraId })).toMatchObject({
    status: 404,
  });
  expect(await callApi(backend, calls.siteConnectors, { path: { id }, brandId: auroraId })).toMatchObject({
    status: 404,
  });
  for (const wrong of ['999999', 'x', '-1', '99999999999'])
    for (const call of [calls.chargerSite, calls.siteConnectors])
      expect(await callApi(backend, call, { path: { id: wrong } })).toMatchObject({ status: 404 });
});

test('lists connectors with plug, power, state and price, sorted by name', async () => {
  const id = (await siteNamed('Hub Cerqueira César'))?.csId ?? '';
  const { response = [] } = await callApi(backend, calls.siteConnectors, { path: { id } });
  expect(response.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6].map((bay) => `Vaga ${bay}`));
  expect(response[1]).toMatchObject({
    cpStatus: 'Online',
    connectorStatus: 'Charging',
    cctName: 'ccs2',
    cmcType: 'DC',
    cmMaxPower: 120,
    priceProfilePeriod: { PriceKwh: 2.49, OverstayGracePeriod: 10 },
  });
});

test('finds addresses without their accents', async () => {
  const { response = [] } = await callApi(backend, calls.addressSearch, { path: { text: 'tatuape' } });
  expect(response).toMatchObject([
    { formattedAddress: 'Tatuapé, São Paulo - SP' },
    { formattedAddress: 'Tatuapé Praça, Rua Tuiuti, 2100 - Tatuapé, São Paulo - SP' },
  ]);
  expect((await callApi(backend, calls.addressSearch, { path: { text: 'xyz' } })).response).toEqual([]);
});

test('shows every connector on the public board of the fleet, without vehicles of drivers', async () => {
  const id = (await siteNamed(FLEET_GARAGE))?.csId ?? '';
  const { response } = await callApi(backend, calls.siteBoard, { path: { id } });
  expect(response).toMatchObject({ csName: FLEET_GARAGE, count: 12 });
  expect(response?.connectors[0]).toMatchObject({
    name: 'Vaga 1',
    cpStatus: 'Online',
    connectorStatus: 'Charging',
  });
  expect(await callApi(backend, calls.siteBoard, { path: { id: '999' } })).toMatchObject({ status: 404 });
});

test('seeds the expected number of charge points, connectors and sites, with codes of five digits', async () => {
  const { db } = backend.context;
  const points = await db.select().from(chargePoints);
  expect(points.length).toBe(110);
  expect(points.every(({ code }) => /^\d{5}$/.test(code))).toBe(true);
  expect((await db.select().from(connectors)).length).toBeGreaterThan(points.length);
  expect(Object.keys((await readDemoNetwork()).sites).length).toBeGreaterThanOrEqual(40);
});
