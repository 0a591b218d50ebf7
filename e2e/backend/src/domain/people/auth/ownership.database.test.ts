/** Calls with the id of a user's data in the path are refused to other users and to guests. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import type { Backend } from '../../../app.ts';
import { pushTokens, users } from '../../../platform/database/schema.ts';
import { type CallOptions, callApi, demoTokens, startTestBackend } from '../../../testing/test-backend.ts';
import { issueToken } from './tokens.ts';

type Name = keyof typeof calls;

/**
 * Calls without an id of a user's data in the path (a brand, a file, a site, a charger, a text),
 * and those of valets, which the tests of the queue cover.
 */
const WITHOUT_OWNER: ReadonlySet<Name> = new Set<Name>([
  'brand',
  'file',
  'requestReset',
  'history',
  'addCoupon',
  'chargerSite',
  'siteConnectors',
  'addressSearch',
  'siteBoard',
  'fleetPriority',
  'siteReliability',
  'chargerId',
  'connectorsOfCharger',
  'connectorStatus',
  'currentPrice',
  'valetQueue',
  'addToValetQueue',
  'deleteFromValetQueue',
  'dismissFromValetQueue',
  'valetConnectors',
  'valetStart',
]);
/** These respond with 403 instead of 404: the request contains the user's id anyway. */
const WITH_USER_ID: ReadonlySet<Name> = new Set<Name>(['deleteUser', 'changeVehicle']);
const PUSH = { PushToken: 'of-ana', Platform: 'web', IsLoggedIn: true, AppVersion: '1' };

let backend: Backend;
let ana: { id: number; token: string };
let strangers: { token: string; brandId: number }[];
/** For each call, a request for Ana's data. */
let requests: Partial<Record<Name, CallOptions>>;

beforeAll(async () => {
  backend = await startTestBackend({ seed: true, sandbox: true });
  const { db, now } = backend.context;
  const demo = await demoTokens(backend);
  ana = demo.ana;
  const [neighbour] = await db
    .insert(users)
    .values({ brandId: 2, email: 'nina@example.com', name: 'Nina Prado' })
    .returning({ id: users.id });
  strangers = [
    { token: demo.bruno.token, brandId: 1 },
    { token: await issueToken(backend.context, neighbour?.id ?? 0, now()), brandId: 2 },
  ];
  requests = await requestsForAnasData();
});
afterAll(() => backend.close());

async function requestsForAnasData(): Promise<typeof requests> {
  const { token } = ana;
  const [card] = (await callApi(backend, calls.paymentMethods, { token })).response ?? [];
  const [car] = (await callApi(backend, calls.vehicles, { token })).response ?? [];
  const entries = (await callApi(backend, calls.history, { token, path: { days: '90' } })).response ?? [];
  const uvId = car?.uvId ?? '';
  const byCard = { path: { id: card?.id ?? '' } };
  const changed = { uvId, uvAnuId: String(ana.id), uvVmId: '1', uvName: 'x', uvLicencePlate: 'ABC1D23' };
  return {
    userTransaction: {
      path: { id: entries.find(({ transactionId }) => transactionId)?.transactionId ?? '' },
    },
    order: { path: { id: entries.find(({ uwhOrderId }) => uwhOrderId)?.uwhOrderId ?? '' } },
    paymentMethod: byCard,
    makeDefaultPaymentMethod: byCard,
    deletePaymentMethod: byCard,
    vehicle: { path: { uvId } },
    changeVehicle: { path: { uvId }, body: changed },
    deleteVehicle: { path: { uvId } },
    deleteUser: { path: { userId: String(ana.id) } },
  };
}

test('covers every call that takes an id', () => {
  const withId = (Object.keys(calls) as Name[]).filter((name) => calls[name].path.includes('{'));
  // A push token belongs to a device; its removal is tested below.
  const rest = withId.filter((name) => !WITHOUT_OWNER.has(name) && name !== 'removePushToken');
  expect(Object.keys(requests).sort()).toEqual(rest.sort());
  for (const { path } of Object.values(requests)) expect(Object.values(path ?? {})).not.toContain('');
});

test('gives guests and other users of any brand nothing, and changes nothing', async () => {
  const dataBefore = JSON.stringify(await requestsForAnasData());
  for (const [name, options] of Object.entries(requests) as [Name, CallOptions][]) {
    expect([name, (await callApi(backend, calls[name], options)).status]).toEqual([name, 401]);
    for (const stranger of strangers) {
      const { status } = await callApi(backend, calls[name], { ...options, ...stranger });
      expect([name, status]).toEqual([name, WITH_USER_ID.has(name) ? 403 : 404]);
    }
  }
  expect(JSON.stringify(await requestsForAnasData())).toBe(dataBefore);
  expect((await callApi(backend, calls.userProfile, { token: ana.token })).response?.id).toBe(String(ana.id));
});

test('keeps a push token that another user tries to remove', async () => {
  await callApi(backend, calls.addPushToken, { token: ana.token, body: PUSH });
  const path = { pushToken: PUSH.PushToken };
  const readPushToken = () =>
    backend.context.db
      .select()
      .from(pushTokens)
      .then(([first]) => first);
  for (const stranger of strangers) await callApi(backend, calls.removePushToken, { path, ...stranger });
  expect((await readPushToken())?.userId).toBe(ana.id);
  await callApi(backend, calls.removePushToken, { path, token: ana.token });
  expect(await readPushToken()).toBeUndefined();
});

test('gives Ana her own data', async () => {
  for (const name of ['userTransaction', 'order', 'paymentMethod', 'vehicle'] as const)
    expect((await callApi(backend, calls[name], { ...requests[name], token: ana.token })).status).toBe(200);
});
