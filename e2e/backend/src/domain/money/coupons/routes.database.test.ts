import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { type CouponState, calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { brands, coupons, sites, userCoupons } from '../../../platform/database/schema.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';

let backend: Backend;
let ana: { id: number; token: string };
let eva: { id: number; token: string };

beforeAll(async () => {
  backend = await startTestBackend({ seed: true });
  ({ ana } = await demoTokens(backend));
  eva = await addUser(backend, 'eva');
  const { db } = backend.context;
  const [other] = await db
    .insert(brands)
    .values({ slug: 'outra', name: 'Outra', color: '#000000', userDomain: 'outra' })
    .returning();
  await db
    .insert(coupons)
    .values({ brandId: other?.id ?? 0, code: 'DELES', type: 'DiscountCoupon', hundredths: 100 });
});
afterAll(() => backend.close());

const list = async (status: CouponState, query: object = {}, user = ana) =>
  (
    await callApi(backend, calls.coupons, {
      token: user.token,
      query: { status, page: 1, pageSize: 1000, ...query },
    })
  ).response?.items ?? [];
const codes = async (status: CouponState, query: object = {}, user = ana) =>
  (await list(status, query, user)).map(({ dcCode }) => dcCode).sort();
const add = (code: string, user = eva) =>
  callApi(backend, calls.addCoupon, { token: user.token, path: { code } });

test('lists active and inactive coupons separately', async () => {
  expect(await codes('active')).toEqual(['BEMVINDO10', 'ITAIM20', 'RECARGA5']);
  expect(await codes('inactive')).toEqual(['VERAO15']);
  expect(await list('active', { search: 'bem' })).toMatchObject([
    { dcCode: 'BEMVINDO10', dcType: 'DiscountCoupon', dcParameter: 10, available: true },
  ]);
  expect(await codes('active', { dcType: 'ValueOfVoucher' })).toEqual(['RECARGA5']);
  expect(await codes('active', { pageSize: 2, page: 2 })).toHaveLength(1);
});

test('reports only the coupons that are valid at the site as available', async () => {
  const { db } = backend.context;
  const [itaim] = await db.select().from(sites).where(eq(sites.name, 'Itaim Tower'));
  const [other] = await db.select().from(sites).where(eq(sites.name, 'Estação Trianon'));
  const availableAt = async (siteId = 0) =>
    (await list('active', { verifySiteId: siteId }))
      .filter(({ available }) => available)
      .map(({ dcCode }) => dcCode)
      .sort();
  expect(await availableAt(itaim?.id)).toEqual(['BEMVINDO10', 'ITAIM20', 'RECARGA5']);
  expect(await availableAt(other?.id)).toEqual(['BEMVINDO10', 'RECARGA5']);
});

test('adds a code once, ignoring case', async () => {
  expect((await add(' bonus8 ')).status).toBe(201);
  expect(await codes('active', {}, eva)).toEqual(['BONUS8']);
  // Repeated, as after a lost response.
  expect((await add('BONUS8')).status).toBe(201);
  expect(await codes('active', {}, eva)).toEqual(['BONUS8']);
});

test('adds a code sent with an empty body, whatever the type of that body', async () => {
  const response = await fetch(`${backend.url}/v1/api/UserDiscountCoupon/AddDiscountCoupon/BONUS8`, {
    method: 'POST',
    headers: { authorization: `Bearer ${eva.token}`, 'content-type': 'application/json' },
  });
  expect(response.status).toBe(201);
});

test('refuses to add a used coupon again', async () => {
  const { db, now } = backend.context;
  await add('BONUS8');
  await db.update(userCoupons).set({ usedAt: now() }).where(eq(userCoupons.userId, eva.id));
  expect(await add('BONUS8')).toEqual({ status: 409, code: 'ERR_USERDISCOUNTCOUPON_INVALID' });
});

test('refuses unknown and expired codes and those of another brand with their own error codes', async () => {
  expect(await add('NADA')).toEqual({ status: 404, code: 'DISCOUNT_COUPON_NOTFOUND' });
  expect(await add('DELES')).toEqual({ status: 400, code: 'DISCOUNT_COUPON_APPID_INVALID' });
  expect(await add('CARNAVAL')).toEqual({ status: 400, code: 'DISCOUNT_COUPON_INACTIVE' });
});

test('limits the codes that a user can try', async () => {
  const guesser = await addUser(backend, 'guesser');
  const statuses: number[] = [];
  for (let i = 0; i < 25; i++) statuses.push((await add(`N${i}`, guesser)).status);
  expect(statuses.slice(-4)).toEqual([429, 429, 429, 429]);
});
