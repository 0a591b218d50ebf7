/** Every call has its limits, which one client can't use up for others, and no user reaches. */

import { afterAll, beforeAll, beforeEach, expect, test } from '@rstest/core';
import { calls, DAILY_LIMIT_CODES } from '@shared/contract';
import { guestCalls } from '@shared/contract/guest-charge';
import { paybackCalls } from '@shared/contract/payback';
import { releaseCalls } from '@shared/contract/releases';
import { tagCalls } from '@shared/contract/tags';
import { waitingCalls } from '@shared/contract/waiting-line';
import Fastify from 'fastify';
import type { Backend } from '../../app.ts';
import { DEMO_PASSWORD, demoEmails } from '../../demo/seed/people.ts';
import { addUser, callApi, demoTokens, startTestBackend } from '../../testing/test-backend.ts';
import { systemClock } from '../clock.ts';
import { eq } from '../database/orm.ts';
import { authTokens, idempotencyResponses, users, vehicles } from '../database/schema.ts';
import { CALL_LIMITS, LIMITS, MAX_KEPT, NOTICE_ROUTES, requireLimits, WIDE } from './limits.ts';

let backend: Backend;
let clock = new Date('2026-03-02T15:00:00Z');
beforeAll(async () => {
  backend = await startTestBackend({
    seed: true,
    trustedProxies: 'loopback',
    clock: { ...systemClock, now: () => clock },
    passwordCost: { N: 2, r: 1, p: 1 },
  });
});
afterAll(() => backend.close());
beforeEach(() => {
  clock = new Date(clock.getTime() + 61_000);
});

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const TRIED = { status: 429, code: 'TOO_MANY_TRIES' };

/** Calls as often as allowed, then once more, and returns the statuses and the last response. */
async function exhaust<T extends { status: number }>(max: number, call: (index: number) => Promise<T>) {
  const statuses = new Set<number>();
  for (let index = 0; index < max; index++) statuses.add((await call(index)).status);
  return { statuses: [...statuses], last: await call(max) };
}

test('has a line for every call, and a call for every limit', () => {
  const operatorCalls = [
    'commandChargePoint',
    'chargePointReports',
    'chargeRecord',
    'chargePayment',
    'refundCharge',
  ];
  const names = [
    ...Object.keys(calls),
    ...Object.keys(paybackCalls),
    ...Object.keys(guestCalls),
    ...Object.keys(tagCalls),
    ...Object.keys(waitingCalls),
    ...Object.keys(releaseCalls),
    ...operatorCalls,
    ...Object.keys(NOTICE_ROUTES),
  ];
  expect(Object.keys(CALL_LIMITS).sort()).toEqual(names.sort());
  expect(new Set(Object.values(CALL_LIMITS).flat())).toEqual(new Set(Object.keys(LIMITS)));
});

test('limits every write, except for a logout', () => {
  const unlimited = Object.entries(CALL_LIMITS).flatMap(([name, { length }]) => (length === 0 ? [name] : []));
  const reads = Object.entries({
    ...calls,
    ...paybackCalls,
    ...guestCalls,
    ...tagCalls,
    ...waitingCalls,
    ...releaseCalls,
  }).flatMap(([name, { method }]) => (method === 'GET' ? [name] : []));
  expect(unlimited.filter((name) => !reads.includes(name))).toEqual(['logout']);
});

test('refuses to register a call without a line', () => {
  const app = Fastify();
  app.addHook('onRoute', requireLimits);
  const handler = async () => ({});
  expect(() => app.get('/UserVehicles', handler)).not.toThrow();
  expect(() => app.get('/UserVehicles/:id', handler)).toThrow('GET /UserVehicles/:id has no line');
  expect(() => app.post('/New', handler)).toThrow('POST /New has no line in the table of limits');
});

const login = (email: string, ip: string) =>
  callApi(backend, calls.login, { body: { email, password: DEMO_PASSWORD }, headers: from(ip) });

test('counts correct logins of an address block, and lets others log in', async () => {
  const { db, passwords } = backend.context;
  const passwordHash = await passwords.hash(DEMO_PASSWORD);
  const emails = Array.from({ length: 10 }, (_, i) => `wifi-${i}@example.com`);
  await db.insert(users).values(emails.map((email) => ({ brandId: 1, email, name: email, passwordHash })));
  const { statuses, last } = await exhaust(LIMITS.logins.max, (index) =>
    login(emails[index % emails.length] ?? '', '203.0.113.1'),
  );
  expect(statuses).toEqual([200]);
  expect(last).toEqual(TRIED);
  expect((await login(demoEmails.ana, '203.0.113.2')).status).toBe(200);
});

test('counts correct logins at an account, and ends its least recently used sessions', async () => {
  const { id } = (await demoTokens(backend)).bruno;
  const tokens: string[] = [];
  const { statuses, last } = await exhaust(LIMITS.loginsAtAccount.max, async (index) => {
    clock = new Date(clock.getTime() + 1);
    const { status, code, response } = await login(demoEmails.bruno, `198.51.100.${index}`);
    if (response) tokens.push(response.token);
    return { status, code };
  });
  expect(statuses).toEqual([200]);
  expect(last).toEqual(TRIED);
  expect(await backend.context.db.$count(authTokens, eq(authTokens.userId, id))).toBe(MAX_KEPT.sessions);
  const profileOf = async (token: string | undefined) =>
    (await callApi(backend, calls.userProfile, { token })).status;
  expect(await profileOf(tokens[0])).toBe(401);
  expect(await profileOf(tokens.at(-1))).toBe(200);
});

test('counts an IPv6 client by its /64, and by the /48 around it', async () => {
  const register = (ip: string) =>
    callApi(backend, calls.register, {
      body: { name: 'x', email: 'x', password: 'x' },
      headers: from(ip),
      query: { app_id: 1 },
    });
  for (let net = 0; net < WIDE; net++) {
    const { statuses, last } = await exhaust(LIMITS.registrations.max, (host) =>
      register(`2001:db8:1:${net}::${host}`),
    );
    expect(statuses).toEqual([400]);
    expect(last).toEqual(TRIED);
  }
  expect(await register('2001:db8:1:ffff::1')).toEqual(TRIED);
  expect((await register('2001:db8:2::1')).status).toBe(400);
});

test('limits address searches of an address block', async () => {
  const search = (ip: string) =>
    callApi(backend, calls.addressSearch, { path: { text: 'rua' }, headers: from(ip) });
  const searches = Array.from({ length: LIMITS.addressSearches.max }, () => search('203.0.113.3'));
  expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await search('203.0.113.3')).toEqual(TRIED);
  expect((await search('203.0.113.4')).status).toBe(200);
});

test('counts refused starts, because their responses are stored', async () => {
  const { id, token } = await addUser(backend, 'starts');
  const start = (index: number) =>
    callApi(backend, calls.startCharge, {
      token,
      body: { ChargePointID: '99999-1' },
      headers: { 'idempotency-key': `key-${index}` },
    });
  const { statuses, last } = await exhaust(LIMITS.starts.max, start);
  expect(statuses).toEqual([200]);
  expect(last).toEqual({ status: 429, code: DAILY_LIMIT_CODES.starts });
  const stored = await backend.context.db.$count(idempotencyResponses, eq(idempotencyResponses.userId, id));
  expect(stored).toBe(LIMITS.starts.max);
});

test.each([
  ['stops', calls.stopCharge, { ChargePointID: 'X-1', TransactionID: '1' }],
  ['unlocks', calls.unlockCable, { TransactionID: '1' }],
  ['changes', calls.changeNotificationSettings, { kind: 'chargeEnded', on: true }],
] as const)('limits the %s of a user, and of no other', async (name, call, body) => {
  const [one, other] = [await addUser(backend, `${name}-1`), await addUser(backend, `${name}-2`)];
  const { statuses, last } = await exhaust(LIMITS[name].max, () =>
    callApi(backend, call, { token: one.token, body }),
  );
  expect(statuses).not.toContain(429);
  expect(last).toEqual(TRIED);
  expect((await callApi(backend, call, { token: other.token, body })).status).not.toBe(429);
});

test('limits the vehicles that an account adds in a day, and keeps', async () => {
  const { id, token } = await addUser(backend, 'vehicles');
  let plate = 0;
  const add = () => {
    plate += 1;
    const uvLicencePlate = `ABC${Math.floor(plate / 100)}D${String(plate % 100).padStart(2, '0')}`;
    const body = { uvAnuId: String(id), uvVmId: '0', uvName: 'Carro', uvLicencePlate };
    return callApi(backend, calls.addVehicle, { token, body });
  };
  for (let day = 0; day < 2; day++) {
    const { statuses, last } = await exhaust(LIMITS.newVehicles.max, add);
    expect(statuses).toEqual([201]);
    expect(last).toEqual(TRIED);
    clock = new Date(clock.getTime() + 25 * 3_600_000);
  }
  expect(await add()).toEqual({ status: 400, code: 'TOO_MANY_VEHICLES' });
  expect(await backend.context.db.$count(vehicles, eq(vehicles.userId, id))).toBe(MAX_KEPT.vehicles);
});
