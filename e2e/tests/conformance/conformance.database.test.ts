/** The conformance check of the contract against our own backend, with the demo's data. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEMO_PASSWORD, demoEmails } from '@e2e/backend';
import { type Backend, newCardToken, startTestBackend } from '@e2e/backend/testing';
import { ChargePoint } from '@e2e/chargers';
import { afterAll, afterEach, beforeAll, expect, test } from '@rstest/core';
import { calls, LiveConnector, PRODUCT } from '@shared/contract';
import { type CheckOptions, runCheck } from '@shared/contract-tools';
import * as z from 'zod/mini';
import { HANG_MS } from '../../run/hang-limit.ts';

/** The time limits of the calls, which the checks of a slow machine exceed. */
const limits = Object.values(calls).map((call) => ({ call, ms: call.timeout }));

const ORIGIN = 'https://app.example';
const CHARGE_POINT = 'CONFORMANCE';
let backend: Backend;
let chargePoint: ChargePoint;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  for (const { call } of limits) call.timeout = HANG_MS;
  backend = await startTestBackend({ sandbox: true, seed: true });
  chargePoint = new ChargePoint({
    id: CHARGE_POINT,
    endpoint: `${backend.url.replace('http', 'ws')}/ocpp`,
    connectors: [{ id: 1, maxPowerW: 22_000, meterWh: 1_000_000 }],
    behaviour: { plugAfter: 1 },
    timeScale: 10,
    callTimeoutMs: HANG_MS,
    retryMs: 100,
    reconnectMs: 50,
  });
  chargePoint.start();
});
afterEach(() => {
  for (const close of closing.splice(0)) close();
});
afterAll(async () => {
  // Files share modules.
  for (const { call, ms } of limits) call.timeout = ms;
  await chargePoint.stop();
  await backend.close();
});

function optionsFor(email: string, overrides: Partial<CheckOptions> = {}): CheckOptions {
  return {
    api: `${backend.url}/v1/api`,
    live: `${backend.url.replace('http', 'ws')}/v1/ws/UserMessages`,
    brand: PRODUCT.slug,
    near: { lat: -23.55, lng: -46.63 },
    origin: ORIGIN,
    maxMs: HANG_MS,
    write: false,
    money: false,
    charger: undefined,
    cardToken: undefined,
    credentials: { email, password: DEMO_PASSWORD },
    ...overrides,
  };
}

/** Runs a check. Returns its differences, and the subjects that it didn't check. */
async function check(options: CheckOptions) {
  const results = await runCheck(options);
  return {
    differences: results.flatMap(({ subject, differences }) =>
      differences.map(({ place, expected, received }) => `${subject} ${place}: ${expected} / ${received}`),
    ),
    unchecked: results.flatMap(({ subject, progress }) => (progress === 'checked' ? [] : [subject])),
  };
}

/** Returns the number of the simulated charger once it is free. */
async function chargerNumber(): Promise<string> {
  let number: string | undefined;
  const url = `${backend.url}/v1/api/OnlineConnectorStatus/${CHARGE_POINT}/1`;
  await expect
    .poll(async () => {
      const [connector] = z.array(LiveConnector).parse(await (await fetch(url)).json());
      number = connector?.status === 'Available' ? connector.chargerId : undefined;
      return number;
    })
    .toBeDefined();
  return number ?? '';
}

test('our backend conforms for a driver, with calls that change data and move money', async () => {
  const money = {
    write: true,
    money: true,
    charger: await chargerNumber(),
    cardToken: await newCardToken(backend),
  };
  const { differences, unchecked } = await check(optionsFor(demoEmails.ana, money));
  expect(differences).toEqual([]);
  // Reports and releases need a build. The other calls are made only with rejected data, or are for
  // valets, guests, or drivers with a car or card that a charge point knows.
  expect(unchecked).toEqual([
    'reportRemotes',
    'register',
    'requestReset',
    'resetPassword',
    'changePassword',
    'deleteUser',
    'addCoupon',
    'valetQueue',
    'addToValetQueue',
    'deleteFromValetQueue',
    'dismissFromValetQueue',
    'valetConnectors',
    'valetStart',
    'requestPayback',
    'createGuestCharge',
    'guestCharge',
    'createGuestAccount',
    'linkCar',
    'changeTag',
    'deleteTag',
    'joinLine',
    'leaveLine',
    'releases',
    'changeRelease',
  ]);
});

test('our backend conforms for a valet', async () => {
  const { differences, unchecked } = await check(optionsFor(demoEmails.valet, { write: true }));
  expect(differences).toEqual([]);
  const valetCalls = ['valetQueue', 'addToValetQueue', 'deleteFromValetQueue', 'valetConnectors'];
  expect(unchecked.filter((subject) => valetCalls.includes(subject))).toEqual([]);
});

type AnyCall = (typeof calls)[keyof typeof calls];

const patternOf = ({ path }: AnyCall) => new RegExp(`^/v1/api${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/**
 * Starts a proxy in front of the backend that returns the given status for some calls instead of
 * forwarding them, and removes idempotency keys. Returns the URL of its API.
 */
async function proxyWithout(unforwarded: readonly (readonly [AnyCall, number])[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { host: _host, connection: _connection, 'idempotency-key': _key, ...headers } = request.headers;
    const [pathname = ''] = (request.url ?? '').split('?');
    const { authorization = 'Bearer contract-check' } = headers;
    const [, status] =
      unforwarded.find(
        ([call]) =>
          call.method === request.method &&
          patternOf(call).test(pathname) &&
          // Error responses to calls without a session aren't changed.
          ('public' in call || authorization !== 'Bearer contract-check'),
      ) ?? [];
    if (status !== undefined) return void response.writeHead(status).end();
    const forwarded = await fetch(`${backend.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    response.writeHead(forwarded.status).end(Buffer.from(await forwarded.arrayBuffer()));
  });
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/api`;
}

test('finds writes that have no effect, that succeed wrongly, and that fail', async () => {
  const api = await proxyWithout([
    [calls.deleteVehicle, 204],
    [calls.changeVehicle, 204],
    [calls.changeProfile, 500],
    [calls.changePassword, 200],
    [calls.register, 200],
    [calls.requestReset, 200],
    [calls.resetPassword, 200],
    [calls.changeNotificationSettings, 204],
    [calls.subscribeToPush, 204],
    [calls.addCoupon, 201],
    [calls.makeDefaultPaymentMethod, 204],
  ]);
  const { differences } = await check(optionsFor(demoEmails.ana, { api, origin: undefined, write: true }));
  expect(differences).toEqual([
    'register status for an e-mail with an account: 409 / 200',
    'requestReset status for an unknown e-mail: 404 / 200',
    'resetPassword status with an unknown token: a status from 400 to 499 / 200',
    'changeProfile status: a status from 200 to 299 / 500',
    'changePassword status with a wrong old password: a status from 400 to 499 / 200',
    'notificationSettings body.muted after a change: the changed kind / a list of 0',
    'subscribeToPush body.subscribed of the settings: true / a boolean',
    'makeDefaultPaymentMethod status for an unknown card: 404 / 204',
    'vehicle status for a deleted vehicle: 404 / 200',
    'changeVehicle body.uvName of the vehicle: the changed name / text of 14 characters',
    'addCoupon status for an unknown code: a status from 400 to 499 / 201',
  ]);
});

test('finds that a repeated vehicle is accepted, and that a top-up ignores its key', async () => {
  const api = await proxyWithout([[calls.addVehicle, 201]]);
  const money = { api, origin: undefined, write: true, money: true };
  const { differences } = await check(optionsFor(demoEmails.ana, money));
  expect(differences).toEqual([
    expect.stringContaining('topUp body.orderId with the same key: that of the first response / '),
    'topUp status with the same key and another amount: 409 / 200',
    'vehicles body: the added vehicle / nothing',
    'addVehicle status for a plate that the account has: 409 / 201',
  ]);
});
