/**
 * For every call of the contract, data of another brand is indistinguishable from data that doesn't
 * exist.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  files,
  sites,
  siteValets,
  transactions,
  users,
  valetQueue,
} from '../../../platform/database/schema.ts';
import { type CallOptions, callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { topUp } from '../../money/wallet/ledger.ts';
import { issueToken } from './tokens.ts';

type Name = keyof typeof calls;

/** Data of one brand that calls can refer to. */
interface BrandData {
  brandId: number;
  siteId: string;
  chargePointId: string;
  /** Code of a charge point and number of its connector. */
  number: string;
  fileId: string;
  /** A row of the site's valet queue. */
  cqId: string;
  email: string;
}

/** The call takes no id of a brand's data. */
const NO_ID = 'takes no id';
/**
 * The call reads only the bearer's own data; another brand's bearer gets 401
 * (authorization.test.ts).
 */
const OWN = "reads only the bearer's own data";
type Rule = typeof NO_ID | typeof OWN | ((data: BrandData) => CallOptions);

const siteOptions = ({ siteId }: BrandData): CallOptions => ({ path: { id: siteId } });
const queueOptions = ({ siteId }: BrandData): CallOptions => ({ path: { csId: siteId } });
const row = { cqUvLicencePlate: 'EVA1A23', cqCustomId: '7' };

const RULES: Record<Name, Rule> = {
  // The slug in the page's path decides the brand.
  brand: NO_ID,
  file: ({ fileId }) => ({ path: { id: fileId } }),
  reportRemotes: NO_ID,
  login: ({ email }) => ({ body: { email, password: 'recarga123' } }),
  logout: OWN,
  register: NO_ID,
  requestReset: ({ email }) => ({ path: { email } }),
  // The token of a mail identifies its account, even in a browser that remembers another brand.
  resetPassword: NO_ID,
  liveTicket: OWN,
  userProfile: OWN,
  changeProfile: OWN,
  changePassword: OWN,
  deleteUser: OWN,
  addPushToken: OWN,
  removePushToken: OWN,
  notificationSettings: OWN,
  changeNotificationSettings: OWN,
  subscribeToPush: OWN,
  unsubscribeFromPush: OWN,
  balance: OWN,
  topUp: OWN,
  paymentMethods: OWN,
  paymentMethod: OWN,
  addPaymentMethod: OWN,
  deletePaymentMethod: OWN,
  makeDefaultPaymentMethod: OWN,
  reportTokenError: OWN,
  history: OWN,
  order: OWN,
  userTransaction: OWN,
  // Lists the sites of the brand: domain/sites/routes.database.test.ts.
  siteSearch: NO_ID,
  chargerSite: siteOptions,
  siteConnectors: siteOptions,
  addressSearch: NO_ID,
  chargerId: ({ number }) => ({ path: { number } }),
  connectorsOfCharger: ({ number }) => ({ path: { chargerId: number } }),
  connectorStatus: ({ chargePointId }) => ({ path: { chargePointId, connectorId: '1' } }),
  currentPrice: ({ chargePointId }) => ({ path: { chargePointId } }),
  activeRecharges: OWN,
  startAttempts: OWN,
  startCharge: ({ number }) => ({ body: { ChargePointID: number } }),
  stopCharge: OWN,
  unlockCable: OWN,
  vehicles: OWN,
  vehicle: OWN,
  addVehicle: OWN,
  changeVehicle: OWN,
  deleteVehicle: OWN,
  manufacturers: NO_ID,
  models: NO_ID,
  coupons: ({ siteId }) => ({ query: { verifySiteId: siteId } }),
  // Another brand's code has its own error code, which the app shows: domain/money/coupons/routes.database.test.ts.
  addCoupon: NO_ID,
  siteBoard: siteOptions,
  fleetPriority: siteOptions,
  siteReliability: siteOptions,
  valetQueue: queueOptions,
  addToValetQueue: ({ siteId }) => ({ path: { csId: siteId }, body: { ...row, cqCsId: siteId } }),
  // Must precede the deletion of the row.
  valetStart: ({ cqId, chargePointId }) => ({
    path: { cqId },
    body: { cqId, chargePointId, connectorId: '1' },
  }),
  dismissFromValetQueue: ({ cqId }) => ({ path: { cqId } }),
  deleteFromValetQueue: ({ siteId, cqId }) => ({ path: { cqId }, body: { ...row, cqCsId: siteId } }),
  valetConnectors: queueOptions,
};
const WITH_ID = (Object.entries(RULES) as [Name, Rule][]).flatMap(([name, rule]) =>
  typeof rule === 'function' ? [[name, rule] as const] : [],
);

let backend: Backend;
let ownData: BrandData;
let otherData: BrandData;
/** User of the first brand and valet at both sites. */
let ana: { id: number; token: string };
const UNKNOWN: BrandData = {
  brandId: 1,
  siteId: '999999',
  chargePointId: 'NOWHERE',
  number: '99999-1',
  fileId: '999999',
  cqId: '999999',
  email: 'ninguem@example.com',
};

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
  const { db, now } = backend.context;
  const email = 'ana@example.com';
  const [user] = await db.insert(users).values({ brandId: 1, email, name: 'Ana Souza' }).returning();
  ana = { id: user?.id ?? 0, token: await issueToken(backend.context, user?.id ?? 0, now()) };
  await topUp(db, ana.id, 10_000, 'test');
  ownData = await insertBrandData(1, 'Galeria Bela Vista');
  otherData = await insertBrandData(2, 'Ponto Aurora Augusta');
});
afterAll(() => backend.close());

/** Creates everything that a call may refer to, at a demo site that only one brand has. */
async function insertBrandData(brandId: number, siteName: string): Promise<BrandData> {
  const { db } = backend.context;
  const email = `pessoa-${brandId}@example.com`;
  const account = { name: 'Pessoa Prado', email, password: 'recarga123' };
  await callApi(backend, calls.register, { body: account, query: { app_id: `${brandId}` } });
  const [file] = await db.insert(files).values({ data: 'data:image/png;base64,AA==' }).returning();
  const [site] = await db
    .update(sites)
    .set({ backgroundFileId: file?.id ?? 0 })
    .where(eq(sites.name, siteName))
    .returning();
  const siteId = site?.id ?? 0;
  const [point] = await db
    .update(chargePoints)
    .set({ online: true })
    .where(eq(chargePoints.siteId, siteId))
    .returning();
  await db.update(connectors).set({ status: 'Available' });
  await db.insert(siteValets).values({ siteId, userId: ana.id });
  const [queued] = await db
    .insert(valetQueue)
    .values({ siteId, plate: 'EVA1A23', prisma: '7', queuedAt: new Date() })
    .returning();
  return {
    brandId,
    siteId: `${siteId}`,
    chargePointId: point?.id ?? '',
    number: `${point?.code}-1`,
    fileId: `${file?.id}`,
    cqId: `${queued?.id}`,
    email,
  };
}

/** Calls as Ana, or as a guest for logins and resets. An empty `brand` omits `X-Brand-ID`. */
const responseTo = (name: Name, options: CallOptions, brand: { brandId?: number } = { brandId: 1 }) => {
  const bearer = name === 'login' || name === 'requestReset' ? {} : { token: ana.token };
  return callApi(backend, calls[name], { ...options, ...bearer, ...brand });
};

test('covers every call of the contract', () => {
  expect(Object.keys(RULES).sort()).toEqual(Object.keys(calls).sort());
});

test.each(WITH_ID)(
  '%s responds the same to ids of another brand and to unknown ids',
  async (name, optionsFor) => {
    const unknown = await responseTo(name, optionsFor(UNKNOWN));
    expect(await responseTo(name, optionsFor(otherData))).toEqual(unknown);
    if (typeof unknown.response !== 'object') expect(unknown.status).toBe(404);
    // The comparison proves something only if the brand's own id gets a different response.
    expect(await responseTo(name, optionsFor(ownData))).not.toEqual(unknown);
  },
);

test.each(WITH_ID)('%s uses the default brand when the header is absent', async (name, optionsFor) => {
  const unknown = await responseTo(name, optionsFor(UNKNOWN), {});
  expect(await responseTo(name, optionsFor(otherData), {})).toEqual(unknown);
});

test('shows a guest of the other brand its own site, charge points and pictures', async () => {
  const open = ['file', 'chargerSite', 'siteConnectors', 'chargerId', 'connectorsOfCharger'] as const;
  const boards = ['siteBoard', 'fleetPriority', 'siteReliability'] as const;
  for (const name of [...open, 'connectorStatus', 'currentPrice', ...boards] as const) {
    const rule = RULES[name];
    if (typeof rule !== 'function') throw new Error(`${name} takes no id`);
    const options = { ...rule(otherData), brandId: otherData.brandId };
    const unknown = await callApi(backend, calls[name], { ...rule(UNKNOWN), brandId: otherData.brandId });
    expect([name, await callApi(backend, calls[name], options)]).not.toEqual([name, unknown]);
  }
});

test('serves the logo of a brand to that brand only', async () => {
  const { response } = await callApi(backend, calls.brand, { path: { brandName: 'aurora' } });
  const path = { id: response?.appLogoFileId ?? '' };
  expect(await callApi(backend, calls.file, { path, brandId: 2 })).toMatchObject({ status: 200 });
  expect(await callApi(backend, calls.file, { path, brandId: 1 })).toEqual({
    status: 404,
    code: 'FILE_NOT_FOUND',
  });
});

test("keeps caches from serving a brand another brand's pictures", async () => {
  const response = await fetch(`${backend.url}/v1/api/Files/${ownData.fileId}`);
  expect(response.headers.get('vary')).toContain('X-Brand-ID');
});

test('sends a user no live events of a site that was fetched under another brand', async () => {
  const { watched } = backend.context;
  const options = { path: { id: otherData.siteId }, token: ana.token, brandId: 2 };
  await callApi(backend, calls.chargerSite, options);
  await callApi(backend, calls.connectorStatus, {
    path: { chargePointId: otherData.chargePointId, connectorId: '1' },
    token: ana.token,
  });
  const { db, now } = backend.context;
  const [nora] = await db.select().from(users).where(eq(users.email, otherData.email));
  const noraId = nora?.id ?? 0;
  // Without the header the brand is the default one, even for a bearer of another brand.
  await callApi(backend, calls.chargerSite, {
    path: { id: ownData.siteId },
    token: await issueToken(backend.context, noraId, now()),
  });
  expect(watched.viewersOf(Number(otherData.siteId))).not.toContain(ana.id);
  expect(watched.viewersOf(Number(ownData.siteId))).not.toContain(noraId);
  await callApi(backend, calls.chargerSite, { ...siteOptions(ownData), token: ana.token });
  expect(watched.viewersOf(Number(ownData.siteId))).toContain(ana.id);
});

test("keeps showing a user's own charge at a site that left the brand", async () => {
  const { db, now } = backend.context;
  const { chargePointId } = otherData;
  const path = { chargePointId, connectorId: '1' };
  const startedAt = now();
  const started = { idTag: 'ANA', meterStartWh: 0, startedAt, chargePointStartedAt: startedAt };
  await db.insert(transactions).values({ userId: ana.id, chargePointId, connectorId: 1, ...started });
  const { response } = await callApi(backend, calls.connectorStatus, { path, token: ana.token });
  expect(response).toMatchObject([{ chargePointId }]);
  expect(backend.context.watched.viewersOf(Number(otherData.siteId))).not.toContain(ana.id);
  expect((await callApi(backend, calls.connectorStatus, { path })).response).toEqual([]);
});
