import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { callsIn } from '../api/needs.ts';
import { assertBackendHasCalls } from './backend-calls.ts';

const USES = {
  '@shared/client': [
    'codeOf',
    'queries.coupons',
    'queries.endedCharges',
    'queries.siteBoard',
    'queries.startAttempts',
    'useQuery',
    'writes.addVehicle',
  ],
  '@shared/contract': ['calls.login', 'calls.paymentMethod'],
  react: ['useState'],
};

let webApp = '';
let server: Server;
/** Method and path of each request to the API. */
let requests: string[];
/** Paths that the backend doesn't have. */
let missing: RegExp;
let status: number;
beforeEach(async () => {
  requests = [];
  missing = /^$/;
  status = 401;
  server = createServer(({ method, url = '', headers }, response) => {
    if (url === '/config.json') return void response.end('{"apiUrl":"/api"}');
    requests.push(`${method} ${url}${headers.authorization ?? ''}`);
    response.statusCode = missing.test(url) ? 404 : status;
    response.end('{}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  webApp = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterEach(() => {
  server.close();
});

test('knows the calls that need a session by the exports that a build uses', () => {
  expect(callsIn(USES)).toMatchObject([
    { name: 'addVehicle', method: 'POST', path: '/UserVehicles', optional: false },
    { name: 'coupons' },
    { name: 'paymentMethod' },
    { name: 'startAttempts', optional: true },
  ]);
});

test('asks only for calls that need a session, without one', async () => {
  await assertBackendHasCalls('charging', USES, webApp);
  expect(requests.sort()).toEqual([
    'GET /api/UserDiscountCoupon',
    'GET /api/UserPaymentMethods/0',
    'GET /api/UserStartAttempts',
    'GET /api/userprofile',
    'POST /api/UserVehicles',
  ]);
});

test('warns about a missing call that is optional, and refuses a version that needs a missing one', async () => {
  const warnings: string[] = [];
  const check = () => assertBackendHasCalls('charging', USES, webApp, (line) => warnings.push(line));
  missing = /StartAttempts/;
  await check();
  expect(warnings).toEqual([`the backend of ${webApp} doesn't have startAttempts: charging works without`]);
  missing = /DiscountCoupon|StartAttempts/;
  await expect(check()).rejects.toThrow(
    `the backend of ${webApp} doesn't have coupons, which charging needs: deploy it first, or pass --skip calls`,
  );
});

test.each([
  ['responds like a static host', 200],
  ['has no calls at all', 404],
  ['is down', 503],
])('decides nothing if the backend %s', async (_, given) => {
  status = given;
  const warnings: string[] = [];
  await assertBackendHasCalls('charging', USES, webApp, (line) => warnings.push(line));
  expect(warnings).toEqual([]);
});
