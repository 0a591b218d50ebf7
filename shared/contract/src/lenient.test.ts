import { expect, test } from '@rstest/core';
import { calls } from './calls.ts';
import { readLeniently } from './lenient.ts';
import { PriceProfilePeriod } from './price.ts';
import { PushToken } from './user.ts';

const site = { csId: 7, csName: 'Oficina', csLocation: { coordinates: [-46.6, -23.5] } };

test('treats an unparsable optional field as absent, and reports its place', () => {
  const odd = { ...site, csLocation: { coordinates: ['here', -23.5] }, distanceMeters: {} };
  const read = readLeniently(calls.chargerSite.response, odd);
  expect(read.data).toMatchObject({ csId: '7', csName: 'Oficina' });
  expect(read.data?.csLocation).toBeUndefined();
  expect(read.unreadable).toEqual(['csLocation.coordinates.*', 'distanceMeters']);
});

test('reads a date instead of a price period as no price', () => {
  const read = readLeniently(calls.userTransaction.response, {
    amount: 12.5,
    startPricePeriod: '2026-01-01',
  });
  expect(read.data).toMatchObject({ amount: 12.5, startPricePeriod: undefined });
  expect(read.unreadable).toEqual(['startPricePeriod']);
});

test('leaves out unparsable items, and reports each place once', () => {
  const read = readLeniently(calls.siteSearch.response, [{}, site, { csId: null }, 'x']);
  expect(read.data?.map(({ csId }) => csId)).toEqual(['7']);
  expect(read.unreadable).toEqual(['*.csId', '*']);
});

test('rejects a list without any parsable item, and accepts an empty list', () => {
  expect(readLeniently(calls.siteSearch.response, [{}, 'x'])).toMatchObject({
    success: false,
    unreadable: ['*.csId', '*'],
  });
  expect(readLeniently(calls.siteSearch.response, []).data).toEqual([]);
});

test.each([
  ['coupons', { items: [{ udcId: {} }] }, 'items.*.udcId'],
  ['siteBoard', { connectors: [{}] }, 'connectors.*.connectorId'],
  ['fleetPriority', { fleetVehicles: 'none' }, 'fleetVehicles'],
] as const)(
  'rejects %s when its list cannot be parsed, instead of reading it as empty',
  (call, response, place) => {
    expect(readLeniently(calls[call].response, response)).toMatchObject({
      success: false,
      unreadable: [place],
    });
  },
);

test('reads an unparsable price as unknown, never as 0', () => {
  const priced = { PriceKwh: 1.9, TransactionPrice: 2 };
  expect(readLeniently(PriceProfilePeriod, { ...priced, PriceKwh: 'R$ 1,90' }).success).toBe(false);
  expect(readLeniently(PriceProfilePeriod, { ...priced, PriceTimeParking: null }).data).toMatchObject({
    PriceKwh: 1.9,
    PriceTimeParking: 0,
  });
  const connector = { chargePointId: 'a', connectorId: 1, priceProfilePeriod: { ...priced, PriceKwh: {} } };
  const { data, unreadable } = readLeniently(calls.siteConnectors.response, [connector]);
  expect(data?.[0]?.priceProfilePeriod).toBeUndefined();
  expect(unreadable).toEqual(['*.priceProfilePeriod.PriceKwh']);
});

test("leaves out a bill's line with an unreadable amount", () => {
  const orderItems = [{ orderItemAmount: 'free' }, { orderItemAmount: 12 }];
  const { data } = readLeniently(calls.order.response, { orderId: 1, orderItems });
  expect(data?.orderItems).toMatchObject([{ orderItemAmount: 12 }]);
});

test('reads an unparsable amount as unknown, and accepts the other spelling of the field', () => {
  const { data } = readLeniently(calls.order.response, {
    orderId: 1,
    orderAmount: [],
    orderAmmount: '35.50',
  });
  expect(data).toMatchObject({ orderAmount: undefined, orderAmmount: 35.5 });
  expect(readLeniently(calls.balance.response, { uwalBalance: null }).success).toBe(false);
});

test('rejects a connector with an unreadable transaction of the user instead of reading it as idle', () => {
  const connector = { chargePointId: 'a', connectorId: 1 };
  const read = (transaction: unknown) =>
    readLeniently(calls.connectorStatus.response, [{ ...connector, transaction }]);
  expect(read({ ...connector, transactionId: {} }).success).toBe(false);
  expect(read('4711').success).toBe(false);
  const { data } = read({ ...connector, transactionId: 9, meterTotal: 'much', startPriceProfilePeriod: 7 });
  expect(data?.[0]?.transaction).toMatchObject({
    transactionId: '9',
    meterTotal: undefined,
    startPriceProfilePeriod: undefined,
  });
});

test.each([{ available: 'many', inUse: 1, offLine: 2 }, 'closed'])(
  'reads charger counts of %j as unknown, never as 0',
  (chargerSiteStatus) => {
    const { data } = readLeniently(calls.chargerSite.response, { ...site, chargerSiteStatus });
    expect(data?.chargerSiteStatus).toBeUndefined();
  },
);

test.each([
  [[-46.6, -23.5, 760], true],
  [[-23.5, -146.6], false],
  [[-46.6], false],
])('%j is a position: %s', (coordinates, isPlace) => {
  const { data } = readLeniently(calls.chargerSite.response, { ...site, csLocation: { coordinates } });
  expect(data?.csLocation !== undefined).toBe(isPlace);
});

test("reads a registration's empty response and a text as a success, and an HTML page as a failure", () => {
  for (const body of [undefined, null, { email: 7 }, 'OK'])
    expect(readLeniently(calls.register.response, body).data).toEqual({ email: undefined });
  expect(readLeniently(calls.register.response, '<!doctype html>').success).toBe(false);
});

test('is strict when a schema is used directly, even after a lenient parse', () => {
  expect(readLeniently(calls.chargerSite.response, { ...site, isOpen: [] }).success).toBe(true);
  expect(calls.chargerSite.response.safeParse({ ...site, isOpen: [] }).success).toBe(false);
  expect(PushToken.safeParse({ PushToken: 'a', Platform: 7, IsLoggedIn: true }).success).toBe(false);
  expect(calls.siteSearch.response.safeParse([site, {}]).error?.issues).toMatchObject([
    { path: [1, 'csId'] },
  ]);
});
