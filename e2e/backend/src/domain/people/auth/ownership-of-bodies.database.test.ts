/**
 * Calls with a valid body that refers to another user's data (Ana's) are refused to guests and to
 * other users, of her brand or another one.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls, RemoteResponse } from '@shared/contract';
import * as z from 'zod/mini';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  coupons,
  paymentMethods,
  siteBrands,
  sites,
  siteValets,
  transactions,
  userCoupons,
  users,
  valetQueue,
  vehicles,
} from '../../../platform/database/schema.ts';
import { type CallOptions, callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { addChargePoint, insertNetwork, type Network } from '../../charging/network.testing.ts';
import { balanceOf, topUp } from '../../money/wallet/ledger.ts';
import { issueToken } from './tokens.ts';

type Name = keyof typeof calls;
/** A field of a call's body. */
type Field = `${Name}.${string}`;

/** Ids of a user's data that others may send. */
interface Belongings {
  token: string;
  userId: string;
  email: string;
  uvId: string;
  card: string;
  udcId: string;
  /** Id of a running charge. */
  transactionId: string;
  /**
   * A site with this user as its valet, a row of its queue, and a charge point there with its
   * number.
   */
  csId: string;
  cqId: string;
  chargePointId: string;
  number: string;
}

const NAME = 'Pessoa Prado';
const profile = { name: NAME, phoneNumber: '', cpf: '', birthdate: '' };
const car = { uvVmId: '0', uvName: 'Carro', uvLicencePlate: 'EVA1A23' };
const row = { cqUvLicencePlate: 'EVA1A23', cqCustomId: '7' };

type OptionsFor = (stranger: Belongings, hers: Belongings) => CallOptions;
/** For each field, a call by another user that refers to Ana's data, and the expected refusal. */
const REFUSALS: Record<Field, [optionsFor: OptionsFor, refusal: string]> = {
  'changeProfile.id': [({ email }, { userId: id }) => ({ body: { ...profile, email, id } }), '403 NOT_YOURS'],
  'addVehicle.uvAnuId': [(_, { userId }) => ({ body: { ...car, uvAnuId: userId } }), '403 NOT_YOURS'],
  'changeVehicle.uvAnuId': [
    ({ uvId }, { userId }) => ({ path: { uvId }, body: { ...car, uvId, uvAnuId: userId } }),
    '403 NOT_YOURS',
  ],
  'changeVehicle.uvId': [
    ({ userId, uvId }, hers) => ({
      path: { uvId },
      body: { ...car, uvId: hers.uvId, uvAnuId: userId },
    }),
    '400 VEHICLE_MISMATCH',
  ],
  'topUp.PaymentMethod': [
    (_, { card }) => ({ body: { Ammount: 35, PaymentMethod: card } }),
    '404 PAYMENT_METHOD_NOT_FOUND',
  ],
  'startCharge.uvId': [
    ({ number }, { uvId }) => ({ body: { ChargePointID: number, uvId } }),
    '200 VEHICLE_NOT_FOUND',
  ],
  'startCharge.udcId': [
    ({ number }, { udcId }) => ({ body: { ChargePointID: number, udcId } }),
    '200 ERR_USERDISCOUNTCOUPON_INVALID',
  ],
  'stopCharge.TransactionID': [
    (_, { chargePointId, transactionId }) => ({
      body: { ChargePointID: `${chargePointId}-1`, TransactionID: transactionId },
    }),
    '200 TRANSACTION_NOT_FOUND',
  ],
  'unlockCable.TransactionID': [
    (_, { transactionId }) => ({ body: { TransactionID: transactionId } }),
    '200 NO_CABLE',
  ],
  'addToValetQueue.cqCsId': [
    ({ csId }, hers) => ({ path: { csId }, body: { ...row, cqCsId: hers.csId } }),
    '400 SITE_MISMATCH',
  ],
  'deleteFromValetQueue.cqCsId': [
    ({ cqId }, { csId }) => ({ path: { cqId }, body: { ...row, cqCsId: csId } }),
    '400 SITE_MISMATCH',
  ],
  'valetStart.cqId': [
    ({ cqId, chargePointId }, hers) => ({
      path: { cqId },
      body: { cqId: hers.cqId, chargePointId, connectorId: '1' },
    }),
    '400 VEHICLE_MISMATCH',
  ],
  'valetStart.chargePointId': [
    ({ cqId }, { chargePointId }) => ({
      path: { cqId },
      body: { cqId, chargePointId, connectorId: '1' },
    }),
    '200 CHARGER_NOT_FOUND',
  ],
};

/**
 * Fields that refer to no data of a user or a site: typed text, choices from public lists, and
 * device data.
 */
const WITHOUT_OWNER = new Set(
  [
    ['email', 'password', 'oldPassword', 'newPassword', 'token', 'name', 'phoneNumber', 'cpf', 'birthdate'],
    ['PushToken', 'Platform', 'IsLoggedIn', 'AppVersion', 'endpoint', 'keys', 'kind', 'on'],
    ['Ammount', 'description', 'set_as_default', 'cpf_cnpj', 'code', 'message'],
    ['ChargePointID', 'uvVmId', 'uvName', 'uvLicencePlate'],
    ['cqUvLicencePlate', 'cqCustomId', 'connectorId'],
  ].flat(),
);

let backend: Backend;
let ana: Belongings;
let strangers: Belongings[];
beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
  const network = await insertNetwork(backend);
  const [anasSite, strangersSite] = [await newSite(network, '70001'), await newSite(network, '70002')];
  ana = await newPerson(1, anasSite);
  strangers = [await newPerson(1, strangersSite), await newPerson(2, strangersSite)];
});
afterAll(() => backend.close());

/** Creates a site of both brands with a free charger. */
async function newSite(network: Network, code: string) {
  const { db } = backend.context;
  const siteId = await idOf(
    db
      .insert(sites)
      .values({
        name: code,
        address: 'Rua A, 1',
        lat: -23.5,
        lng: -46.6,
        freeParking: true,
        private: false,
        openingHours: [],
      })
      .returning({ id: sites.id }),
  );
  await db.insert(siteBrands).values([1, 2].map((brandId) => ({ siteId, brandId })));
  const chargePointId = `CP-${code}`;
  await addChargePoint({ ...network, siteId }, chargePointId, code);
  await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.id, chargePointId));
  await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, chargePointId));
  return { siteId, chargePointId, number: `${code}-1` };
}

let people = 0;
/** Creates a user with one of everything and enough credit to start. */
async function newPerson(
  brandId: number,
  { siteId, chargePointId, number }: Awaited<ReturnType<typeof newSite>>,
): Promise<Belongings> {
  const { db, now } = backend.context;
  people += 1;
  const [email, code] = [`pessoa-${people}@example.com`, `MEU${people}`];
  const person = { brandId, email, name: NAME, cpf: '52998224725' };
  const userId = await idOf(db.insert(users).values(person).returning({ id: users.id }));
  await topUp(db, userId, 10_000, `test:${userId}`);
  const own = { userId, plate: car.uvLicencePlate, name: 'Carro', modelId: 0 };
  const uvId = await idOf(db.insert(vehicles).values(own).returning({ id: vehicles.id }));
  const card = await idOf(
    db
      .insert(paymentMethods)
      .values({
        userId,
        providerToken: code,
        savedWith: code,
        description: 'visa',
        isDefault: true,
        displayNumber: 'XXXX-4242',
        holderName: NAME,
        month: 1,
        year: 2040,
      })
      .returning({ id: paymentMethods.id }),
  );
  const terms = { brandId, code, type: 'DiscountCoupon', hundredths: 1000 } as const;
  const couponId = await idOf(db.insert(coupons).values(terms).returning({ id: coupons.id }));
  const udcId = await idOf(
    db.insert(userCoupons).values({ userId, couponId }).returning({ id: userCoupons.id }),
  );
  const startedAt = now();
  const start = { idTag: code, meterStartWh: 0, startedAt, chargePointStartedAt: startedAt };
  const charge = { userId, chargePointId, connectorId: 1, ...start };
  const transactionId = await idOf(db.insert(transactions).values(charge).returning({ id: transactions.id }));
  await db.insert(siteValets).values({ siteId, userId });
  const queued = { siteId, plate: `EVA1A2${people}`, prisma: '7', queuedAt: now() };
  const cqId = await idOf(db.insert(valetQueue).values(queued).returning({ id: valetQueue.id }));
  return {
    token: await issueToken(backend.context, userId, now()),
    email,
    chargePointId,
    number,
    userId: `${userId}`,
    uvId: `${uvId}`,
    card: `${card}`,
    udcId: `${udcId}`,
    transactionId: `${transactionId}`,
    csId: `${siteId}`,
    cqId: `${cqId}`,
  };
}

async function idOf(insert: Promise<{ id: number }[]>): Promise<number> {
  const [row] = await insert;
  if (!row) throw new Error('the insert returned no row');
  return row.id;
}

/** Returns Ana's data and her site's queue. */
async function readAnasData() {
  const { db } = backend.context;
  const userId = Number(ana.userId);
  return [
    await db.select().from(users).where(eq(users.id, userId)),
    await balanceOf(db, userId),
    await db.select().from(vehicles).where(eq(vehicles.userId, userId)),
    await db.select().from(paymentMethods).where(eq(paymentMethods.userId, userId)),
    await db.select().from(userCoupons).where(eq(userCoupons.userId, userId)),
    await db.select().from(transactions).where(eq(transactions.userId, userId)),
    await db
      .select()
      .from(valetQueue)
      .where(eq(valetQueue.siteId, Number(ana.csId))),
  ];
}

test('covers every body field that names data of a user or a site', () => {
  const fields = (Object.keys(calls) as Name[]).flatMap((name): Field[] => {
    const { body } = calls[name];
    if (body instanceof z.ZodMiniUnknown) return [];
    if (!(body instanceof z.ZodMiniObject)) throw new Error(`${name}: unexpected body schema`);
    return Object.keys(body.shape).map((key): Field => `${name}.${key}`);
  });
  const ids = fields.filter((field) => !WITHOUT_OWNER.has(field.split('.')[1] ?? ''));
  expect(ids.sort()).toEqual(Object.keys(REFUSALS).sort());
});

test.each(Object.entries(REFUSALS))(
  "refuses Ana's %s to guests and other users and changes nothing",
  async (field, [optionsFor, refusal]) => {
    const dataBefore = await readAnasData();
    const call = calls[field.split('.')[0] as Name];
    const [neighbour] = strangers;
    if (!neighbour) throw new Error('no stranger was created');
    expect((await callApi(backend, call, optionsFor(neighbour, ana))).status).toBe(401);
    for (const stranger of strangers) {
      const response = await callApi(backend, call, { ...optionsFor(stranger, ana), token: stranger.token });
      expect(`${response.status} ${response.code || infoOf(response.response)}`).toBe(refusal);
    }
    expect(await readAnasData()).toEqual(dataBefore);
  },
);

/** Returns why a start or a stop was refused. */
const infoOf = (response: unknown) => RemoteResponse.safeParse(response).data?.info;
