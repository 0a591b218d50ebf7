/** Messages of charge points for the operator, from a third-party client in strict mode. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { chargePointReports } from '@shared/contract/operator';
import { captureLog } from '../../testing/capture-log.ts';
import { addUser, callApi } from '../../testing/test-backend.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { addOperator } from '../operator/operator.testing.ts';
import { connectRaw, strictClient } from './raw-charge-point.testing.ts';

const { logTo, lines } = captureLog();
let network: Network;
let token: string;
let code = 31_000;
beforeAll(async () => {
  network = await openNetwork({ logLevel: 'info', logTo });
  ({ token } = await addOperator(network.backend, network.brandId));
});
afterAll(() => network.backend.close());

async function addId() {
  code += 1;
  const id = `REPORTS-${code}`;
  await addChargePoint(network, id, String(code));
  return id;
}
const reportsOf = async (id: string, by: string = token) =>
  callApi(network.backend, chargePointReports, { path: { chargePointId: id }, token: by });

const at = '2026-03-05T18:00:00.000Z';
const csr = '-----BEGIN CERTIFICATE REQUEST-----\nMIIBszCCAVmgAwIBAgIU\n-----END CERTIFICATE REQUEST-----\n';

test.each([
  [
    'DataTransfer',
    { vendorId: 'example', messageId: 'm', data: 'secret of a driver' },
    { status: 'UnknownVendorId' },
  ],
  ['DiagnosticsStatusNotification', { status: 'UploadFailed' }, {}],
  ['FirmwareStatusNotification', { status: 'Downloaded' }, {}],
  ['LogStatusNotification', { status: 'Uploading', requestId: 4 }, {}],
  ['SecurityEventNotification', { type: 'InvalidChargePointCertificate', timestamp: at, techInfo: 'x' }, {}],
  ['SignCertificate', { csr }, { status: 'Accepted' }],
  ['SignCertificate', { csr: 'not a request' }, { status: 'Rejected' }],
  ['SignedFirmwareStatusNotification', { status: 'InvalidSignature', requestId: 5 }, {}],
])('confirms %s of a strict client, and shows it to the operator', async (message, params, response) => {
  const id = await addId();
  const client = strictClient(network.backend.url, id);
  await client.connect();
  lines.length = 0;
  expect(await client.call(message, params)).toEqual(response);
  await client.close({ force: true });
  const details = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
  expect((await reportsOf(id)).response).toEqual([{ at: expect.any(String), message, details }]);
  const logged = () =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'report of a charge point');
  await expect.poll(logged).toMatchObject([{ chargePointId: id, message }]);
  expect(lines.join('\n')).not.toContain('secret of a driver');
});

test('never responds to a report with an error, whatever it contains', async () => {
  const id = await addId();
  const raw = await connectRaw(network.backend.url, id);
  for (const message of [
    'DataTransfer',
    'SecurityEventNotification',
    'LogStatusNotification',
    'SignCertificate',
  ])
    for (const params of [{}, { status: null, requestId: {} }, { vendorId: 7, data: { a: ['\0'] }, csr: [] }])
      expect(await raw.call(message, params), message).toEqual([3, expect.any(String), expect.any(Object)]);
  raw.socket.terminate();
});

test('keeps the newest 50 reports of each kind, cut to a length', async () => {
  const id = await addId();
  const raw = await connectRaw(network.backend.url, id);
  await raw.call('FirmwareStatusNotification', { status: 'Installed' });
  for (let number = 1; number <= 52; number++)
    await raw.call('DataTransfer', { vendorId: `v${number}`, data: '€'.repeat(3000) });
  const { response } = await reportsOf(id);
  expect(response).toHaveLength(51);
  expect(response?.[0]?.details).toEqual({ vendorId: 'v52', data: '€'.repeat(2000) });
  expect(response?.at(-1)).toMatchObject({ message: 'FirmwareStatusNotification' });
  raw.socket.terminate();
});

test('shows reports only to operators of a brand that has the charge point', async () => {
  const driver = await addUser(network.backend, 'motorista');
  expect(await reportsOf('NEIGHBOUR', driver.token)).toMatchObject({ status: 403, code: 'NOT_AN_OPERATOR' });
  expect(await reportsOf('NO-SUCH-ID')).toMatchObject({ status: 404, code: 'CHARGE_POINT_NOT_FOUND' });
  expect(await reportsOf('NEIGHBOUR')).toMatchObject({ status: 200, response: [] });
});
