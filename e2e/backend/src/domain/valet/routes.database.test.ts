import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../app.ts';
import { VALET_SITE } from '../../demo/seed/seed-fleet-and-queue.ts';
import { eq } from '../../platform/database/orm.ts';
import {
  brands,
  chargePoints,
  siteBrands,
  sites,
  users,
  valetQueue,
} from '../../platform/database/schema.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { issueToken } from '../people/auth/tokens.ts';
import { addValet, queued, type TestValet } from './valet.testing.ts';

let backend: Backend;
let siteId = -1;
let otherSiteId = -1;
let valet: TestValet;
beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  const { db } = backend.context;
  const ids = new Map((await db.select().from(sites)).map(({ name, id }) => [name, id]));
  siteId = ids.get(VALET_SITE) ?? -1;
  otherSiteId = ids.get('Estação Trianon') ?? -1;
  valet = await addValet(backend, siteId, 0);
});
afterAll(() => backend.close());

/** Returns status and code of all valet calls, for a site's queue and a row of it. */
async function statusOfCalls(credentials: { token?: string; brandId?: number }, csId: number, cqId: string) {
  const path = { csId: String(csId), cqId };
  const vehicle = { cqCsId: String(csId), cqUvLicencePlate: 'ZZZ9Z99', cqCustomId: '1' };
  const start = { cqId, chargePointId: 'X', connectorId: '1' };
  const responses = [
    callApi(backend, calls.valetQueue, { path, ...credentials }),
    callApi(backend, calls.addToValetQueue, { path, body: vehicle, ...credentials }),
    callApi(backend, calls.deleteFromValetQueue, { path, body: vehicle, ...credentials }),
    callApi(backend, calls.dismissFromValetQueue, { path, ...credentials }),
    callApi(backend, calls.valetConnectors, { path, ...credentials }),
    callApi(backend, calls.valetStart, { path, body: start, ...credentials }),
  ];
  return (await Promise.all(responses)).map(({ status, code }) => `${status} ${code}`);
}
const sixTimes = (response: string) => Array(6).fill(response);

test('returns a queue only to its own valets, not to guests, other users or valets of another site', async () => {
  const { cqId } = await queued(valet, 'AAA1A01');
  const stranger = await addUser(backend, 'stranger');
  const elsewhere = await addValet(backend, otherSiteId, 0);
  expect(await statusOfCalls({}, siteId, cqId)).toEqual(sixTimes('401 INVALID_TOKEN'));
  expect(await statusOfCalls({ token: stranger.token }, siteId, cqId)).toEqual(sixTimes('403 NOT_A_VALET'));
  expect(await statusOfCalls({ token: elsewhere.token }, siteId, cqId)).toEqual(sixTimes('403 NOT_A_VALET'));
  expect(await valet.row('AAA1A01')).toMatchObject({ status: 'QUEUED' });
});

test('hides the site of another brand and refuses a login of another brand', async () => {
  const { db } = backend.context;
  const [aurora] = await db.select().from(brands).where(eq(brands.slug, 'aurora'));
  const brandId = aurora?.id ?? -1;
  const [foreigner] = await db
    .insert(users)
    .values({ brandId, email: 'valet@example.com', name: 'Valet' })
    .returning();
  const token = await issueToken(backend.context, foreigner?.id ?? -1, new Date());
  const { cqId } = await queued(valet, 'AAA1A02');
  // The row is treated like one that doesn't exist.
  const [site, row] = ['404 SITE_NOT_FOUND', '404 VALET_VEHICLE_NOT_FOUND'];
  expect(await statusOfCalls({ token }, siteId, cqId)).toEqual([site, site, row, row, site, row]);
  expect(await statusOfCalls({ token: valet.token, brandId }, siteId, cqId)).toEqual(
    sixTimes('401 INVALID_TOKEN'),
  );

  // The site has left the brand, so its valet can't see it either.
  await db.delete(siteBrands).where(eq(siteBrands.siteId, otherSiteId));
  const formerValet = await addValet(backend, otherSiteId, 0);
  const path = { csId: String(otherSiteId) };
  expect(await callApi(backend, calls.valetQueue, { path, token: formerValet.token })).toEqual({
    status: 404,
    code: 'SITE_NOT_FOUND',
  });
});

test('responds with 404 to unknown and invalid ids', async () => {
  const { token } = valet;
  for (const csId of ['x', '-1', '999999', '99999999999'])
    expect((await callApi(backend, calls.valetConnectors, { path: { csId }, token })).status).toBe(404);
  for (const cqId of ['x', '-1', '999999']) {
    expect(await valet.remove(cqId, 'AAA1A01')).toMatchObject({ status: 404 });
    expect(await valet.dismiss(cqId)).toMatchObject({ status: 404 });
    expect(await valet.start(cqId, 'X')).toMatchObject({ status: 404 });
  }
});

test('normalizes plates and refuses invalid ones and invalid prismas', async () => {
  expect(await valet.add('abc 4321', ' 12 ')).toMatchObject({ status: 201 });
  expect(await valet.row('ABC-4321')).toMatchObject({ cqCustomId: '12' });
  expect(await valet.add('ABC4321')).toEqual({ status: 409, code: 'PLATE_IN_QUEUE' });
  for (const plate of ['', 'ABC', 'ABC-123', 'AB-12345', '1234567'])
    expect(await valet.add(plate)).toEqual({ status: 400, code: 'INVALID_PLATE' });
  for (const prisma of [' ', '1'.repeat(21)])
    expect(await valet.add('ABC1D23', prisma)).toEqual({ status: 400, code: 'INVALID_PRISMA' });
});

test('allows a prisma that another vehicle has', async () => {
  expect(await valet.add('PRI1S01', '99')).toMatchObject({ status: 201 });
  expect(await valet.add('PRI1S02', '99')).toMatchObject({ status: 201 });
});

test('refuses a body that contradicts the path', async () => {
  const { token } = valet;
  const { cqId } = await queued(valet, 'AAA1A03');
  const csId = String(siteId);
  const elsewhere = { ...valet.bodyOf('AAA1A04'), cqCsId: '1000' };
  expect(await callApi(backend, calls.addToValetQueue, { path: { csId }, token, body: elsewhere })).toEqual({
    status: 400,
    code: 'SITE_MISMATCH',
  });
  const body = { cqId: '1', chargePointId: 'X', connectorId: '1' };
  expect(await callApi(backend, calls.valetStart, { path: { cqId }, token, body })).toMatchObject({
    status: 400,
  });
  // The row of another vehicle must not be deleted by mistake.
  expect(await valet.remove(cqId, 'AAA1A09')).toMatchObject({ status: 404 });
  expect(await valet.row('AAA1A03')).toBeDefined();
});

test('lists an announced vehicle last as pending, which can be deleted or added but not started', async () => {
  const announced = { siteId, prisma: '5' };
  const { db } = backend.context;
  await db.insert(valetQueue).values([
    { ...announced, plate: 'PEN1D01' },
    { ...announced, plate: 'PEN1D02' },
  ]);
  const queue = await valet.queue();
  const firstPending = queue.findIndex(({ cqQueuedAt }) => cqQueuedAt === undefined);
  expect(queue.slice(firstPending).every(({ cqQueuedAt }) => cqQueuedAt === undefined)).toBe(true);

  const [one, other] = [await valet.row('PEN1D01'), await valet.row('PEN1D02')];
  const [point] = await db.select().from(chargePoints).where(eq(chargePoints.siteId, siteId));
  expect((await valet.start(one?.cqId ?? '', point?.id ?? '')).response).toEqual({
    status: 'Rejected',
    info: 'VALET_VEHICLE_PENDING',
  });
  expect(await valet.remove(one?.cqId ?? '', 'PEN1D01')).toMatchObject({ status: 204 });
  expect(await valet.add('PEN1D02', '6')).toMatchObject({ status: 201 });
  expect(await valet.row('PEN1D02')).toMatchObject({
    cqId: other?.cqId,
    cqCustomId: '6',
    cqQueuedAt: expect.any(String),
  });
});

test('lists the connectors of the site by name, without a status if their charge point is offline', async () => {
  const { db } = backend.context;
  const path = { csId: String(siteId) };
  const fetchConnectors = async () =>
    (await callApi(backend, calls.valetConnectors, { path, token: valet.token })).response ?? [];
  await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.siteId, siteId));
  expect(await fetchConnectors()).toMatchObject(
    [1, 2, 3, 4, 5].map((bay) => ({ name: `Vaga ${bay}`, connectorStatus: 'Available' })),
  );
  const [offlineConnector] = await fetchConnectors();
  await db
    .update(chargePoints)
    .set({ online: false })
    .where(eq(chargePoints.id, offlineConnector?.chargePointId ?? ''));
  for (const { chargePointId, connectorStatus } of await fetchConnectors())
    expect(connectorStatus).toBe(chargePointId === offlineConnector?.chargePointId ? undefined : 'Available');
});

test('seeds the demo with a valet of its sites, who has credit and a queue', async () => {
  const { token } = (await demoTokens(backend)).valet;
  const path = { csId: String(siteId) };
  const { response = [] } = await callApi(backend, calls.valetQueue, { path, token });
  expect(response.filter(({ cqUvLicencePlate }) => cqUvLicencePlate.startsWith('VLT'))).toMatchObject([
    { cqCustomId: '12', cqUvLicencePlate: 'VLT2A12', status: 'QUEUED' },
    { cqCustomId: '07', cqUvLicencePlate: 'VLT-3007', status: 'QUEUED' },
    { cqCustomId: '31', cqUvLicencePlate: 'VLT4C31' },
  ]);
  expect((await callApi(backend, calls.balance, { token })).response?.uwalBalance).toBeGreaterThan(100);
});
