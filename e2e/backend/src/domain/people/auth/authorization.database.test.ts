/**
 * Access rules for every call of the contract: a new call requires a login unless it is listed
 * here.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls as appCalls } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { chargePointReports, chargeRecord, commandChargePoint } from '@shared/contract/operator';
import { paybackCalls } from '@shared/contract/payback';
import { chargePayment, refundCharge } from '@shared/contract/refund';
import { releaseCalls } from '@shared/contract/releases';
import { tagCalls } from '@shared/contract/tags';
import { waitingCalls } from '@shared/contract/waiting-line';
import type { Backend } from '../../../app.ts';
import { eq } from '../../../platform/database/orm.ts';
import { users } from '../../../platform/database/schema.ts';
import { addUser, type CallOptions, callApi, startTestBackend } from '../../../testing/test-backend.ts';
import { GUEST_CALLS } from './user-route.ts';

const operatorCalls = { commandChargePoint, chargePointReports, chargeRecord, chargePayment, refundCharge };
const calls = {
  ...appCalls,
  ...paybackCalls,
  ...guestCalls,
  ...tagCalls,
  ...waitingCalls,
  ...releaseCalls,
  ...operatorCalls,
};
type Name = keyof typeof calls;

/** Calls that a visitor may make. */
const OPEN: ReadonlySet<Name> = new Set<Name>([
  'brand',
  'file',
  'reportRemotes',
  'login',
  // Ends only the bearer's own session, and succeeds without one.
  'logout',
  'register',
  'requestReset',
  'resetPassword',
  'siteSearch',
  'chargerSite',
  'siteConnectors',
  'addressSearch',
  'chargerId',
  'connectorsOfCharger',
  'connectorStatus',
  'currentPrice',
  'siteBoard',
  'fleetPriority',
  'siteReliability',
  'createGuestCharge',
]);

/** All fields that any call's body requires, so that no call is refused because of its body. */
const BODY = {
  id: '1',
  name: 'Ana Souza',
  email: 'ana@example.com',
  phoneNumber: '',
  cpf: '',
  birthdate: '',
  oldPassword: 'x',
  newPassword: 'senha-1',
  PushToken: 'x',
  IsLoggedIn: true,
  kind: 'chargeEnded',
  on: true,
  endpoint: 'x',
  keys: { p256dh: 'x', auth: 'x' },
  Ammount: 35,
  PaymentMethod: 'pix',
  description: 'x',
  token: 'x',
  set_as_default: true,
  cpf_cnpj: '',
  ChargePointID: '12345-1',
  TransactionID: '1',
  uvId: '1',
  uvAnuId: '1',
  uvVmId: '1',
  uvName: 'x',
  uvLicencePlate: 'ABC1D23',
  cqId: '1',
  cqCsId: '1',
  cqUvLicencePlate: 'ABC1D23',
  cqCustomId: '1',
  chargePointId: '1',
  connectorId: '1',
  parts: [],
  Blocked: true,
  csId: '1',
  Plug: 'ccs2',
  password: 'x',
};

/** Bodies that may have no other field. */
const STRICT_BODIES: Partial<Record<Name, object>> = {
  commandChargePoint: { command: 'Reset', type: 'Soft' },
  refundCharge: { reason: 'x' },
  changeRelease: { action: 'undo', serial: 1 },
};

const refusal = { status: 401, code: 'INVALID_TOKEN' };
let backend: Backend;
let token = '';
/** The calls that this backend implements, without the open ones. */
let names: Name[] = [];
beforeAll(async () => {
  backend = await startTestBackend();
  ({ token } = await addUser(backend, 'ana'));
  names = (Object.keys(calls) as Name[]).filter((name) => {
    const url = `/v1/api${calls[name].path.replace(/\{(\w+)\}/g, ':$1')}`;
    return !OPEN.has(name) && backend.app.hasRoute({ method: calls[name].method, url });
  });
});
afterAll(() => backend.close());

const path = {
  id: '1',
  csId: '1',
  cqId: '1',
  uvId: '1',
  tagId: '1',
  userId: '1',
  days: '30',
  pushToken: 'x',
  code: 'x',
};
const operatorPath = { chargePointId: '1', transactionId: '1' };
/** Returns status and error code of each call, keyed by name. */
async function callAll(options: CallOptions) {
  const responses = names.map(async (name) => {
    const body = calls[name].method === 'GET' ? {} : { body: STRICT_BODIES[name] ?? BODY };
    const { status, code } = await callApi(backend, calls[name], {
      path: { ...path, ...operatorPath },
      ...body,
      ...options,
    });
    return [name, { status, code }] as const;
  });
  return Object.fromEntries(await Promise.all(responses));
}
const allRefused = () => Object.fromEntries(names.map((name) => [name, refusal]));

test('rejects guests with 401 on every call that needs a login', async () => {
  expect(names).toEqual(expect.arrayContaining(['userProfile', 'balance', 'vehicles', 'startCharge']));
  expect(await callAll({})).toEqual(allRefused());
});

test('refuses an unknown token', async () => {
  expect(await callAll({ token: 'x' })).toEqual(allRefused());
});

test('refuses a token of another brand', async () => {
  expect(await callAll({ token, brandId: 2 })).toEqual(allRefused());
});

test("refuses every call to a guest's session but those of its charge, none of which lists charges of others", async () => {
  const guest = await addUser(backend, 'guest');
  await backend.context.db.update(users).set({ isGuest: true }).where(eq(users.id, guest.id));
  const responses = await callAll({ token: guest.token });
  const isOwn = (name: string) => GUEST_CALLS.has(calls[name as Name]);
  const refused = Object.entries(responses).filter(([, { code }]) => code === 'NOT_FOR_GUESTS');
  expect(refused.map(([name]) => name).sort()).toEqual(names.filter((name) => !isOwn(name)).sort());
  for (const [, { status }] of refused) expect(status).toBe(403);
  expect(names.filter(isOwn).sort()).toEqual([
    'activeRecharges',
    'changeNotificationSettings',
    'createGuestAccount',
    'guestCharge',
    'liveTicket',
    'notificationSettings',
    'order',
    'startAttempts',
    'stopCharge',
    'subscribeToPush',
    'unlockCable',
    'unsubscribeFromPush',
    'userProfile',
    'userTransaction',
  ]);
  // The session alone names the charge.
  expect(guestCalls.guestCharge.path).toBe('/GuestCharge');
});
