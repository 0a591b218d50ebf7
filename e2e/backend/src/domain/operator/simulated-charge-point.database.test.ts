/** How a simulated charge point responds to an operator's commands. */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { chargePointReports } from '@shared/contract/operator';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, chargePoints } from '../../platform/database/schema.ts';
import { callApi } from '../../testing/test-backend.ts';
import { until } from '../../testing/until.ts';
import { createAuthority } from '../charge-points/certificates.testing.ts';
import { listOf } from '../charge-points/fields.ts';
import { setUpNetwork, startAndCharge } from '../charging/network.testing.ts';
import { CASES, NAMES } from './command-cases.testing.ts';
import { addOperator, command } from './operator.testing.ts';

const network = setUpNetwork();
let token: string;
beforeAll(async () => {
  const { db } = network.backend.context;
  const brand = one(await db.select().from(brands).where(eq(brands.slug, PRODUCT.slug)));
  ({ token } = await addOperator(network.backend, brand.id));
});

const send = async (id: string, body: Record<string, unknown>) =>
  (await command(network.backend, token, id, body)).response;
const replied = (status: string) => ({ result: 'replied', status });
const rowOf = async (id: string) =>
  one(await network.backend.context.db.select().from(chargePoints).where(eq(chargePoints.id, id)));

test('a reset ends the charge, and the charge point boots again', async () => {
  const driver = await network.driver();
  const { id, number, connector } = await network.charger();
  const { bootedAt } = await rowOf(id);
  const transactionId = await startAndCharge(driver, number);
  expect(await send(id, { command: 'Reset', type: 'Soft' })).toEqual(replied('Accepted'));
  await until('the receipt', () => driver.receipt(transactionId));
  expect(connector.charges.at(-1)?.reason).toBe('SoftReset');
  await until('booted again', async () => (await rowOf(id)).bootedAt?.getTime() !== bootedAt?.getTime());
});

test('a connector becomes unavailable when its charge has ended, and available again', async () => {
  const driver = await network.driver();
  const { id, number } = await network.charger({ behaviour: { unplugAfter: 0 } });
  const transactionId = await startAndCharge(driver, number);
  const change = (type: string) => send(id, { command: 'ChangeAvailability', connectorId: 1, type });
  expect(await change('Inoperative')).toEqual(replied('Scheduled'));
  await until('charging', async () => (await driver.connector(id)).status === 'Charging');
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
  await until('unavailable', async () => (await driver.connector(id)).status === 'Unavailable');
  expect(await change('Operative')).toEqual(replied('Accepted'));
  await until('available', async () => (await driver.connector(id)).status === 'Available');
  expect(await send(id, { command: 'ChangeAvailability', connectorId: 9, type: 'Operative' })).toEqual(
    replied('Rejected'),
  );
});

test('an unlock ends the charge', async () => {
  const driver = await network.driver();
  const { id, number } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  expect(await send(id, { command: 'UnlockConnector', connectorId: 1 })).toEqual(replied('Unlocked'));
  await until('the receipt', () => driver.receipt(transactionId));
});

test('the charge point accepts only triggers of messages that it implements', async () => {
  const { id } = await network.charger();
  const trigger = (requestedMessage: string) => send(id, { command: 'TriggerMessage', requestedMessage });
  expect(await trigger('Heartbeat')).toEqual(replied('Accepted'));
  const sign = { command: 'ExtendedTriggerMessage', requestedMessage: 'SignChargePointCertificate' };
  expect(await send(id, sign)).toEqual(replied('NotImplemented'));
});

test('a new password is used for the next connection, and not reported', async () => {
  const { id, chargePoint } = await network.charger();
  const value = '12'.repeat(20);
  const change = (key: string, to: string) => send(id, { command: 'ChangeConfiguration', key, value: to });
  expect(await change('AuthorizationKey', value)).toEqual(replied('Accepted'));
  const { secretHash, onlineSince } = await rowOf(id);
  expect(secretHash).not.toBeNull();
  await until(
    'a new connection',
    async () => (await rowOf(id)).onlineSince?.getTime() !== onlineSince?.getTime(),
  );
  await until('booted', () => chargePoint.online);
  const reported = await send(id, {
    command: 'GetConfiguration',
    key: ['AuthorizationKey', 'SecurityProfile'],
  });
  expect(reported).toEqual({
    result: 'configuration',
    configurationKey: [
      { key: 'AuthorizationKey', readonly: false },
      { key: 'SecurityProfile', readonly: false, value: '0' },
    ],
    unknownKey: [],
  });
  // It has no certificate.
  expect(await change('SecurityProfile', '3')).toEqual(replied('Rejected'));
});

test('the charge point replies to every command', async () => {
  const { id } = await network.charger();
  const results = [];
  // Reset comes last, because it ends the connection.
  for (const name of NAMES.toReversed())
    results.push(await send(id, { command: name, ...CASES[name].fields }));
  for (const result of results) expect(['replied', 'configuration']).toContain(result?.result);
});

test('a reserved connector is unavailable to everybody but its tag, until it is cancelled', async () => {
  const driver = await network.driver();
  const { id, number, connector } = await network.charger();
  const reserve = (reservationId: number, expiryDate: Date) =>
    send(id, {
      command: 'ReserveNow',
      connectorId: 1,
      expiryDate: expiryDate.toISOString(),
      idTag: 'CARD',
      reservationId,
    });
  const shown = async () => (await driver.connector(id)).status;
  expect(await reserve(7, new Date(Date.now() + 86_400_000))).toEqual(replied('Accepted'));
  await until('reserved', async () => (await shown()) === 'Unavailable');
  expect(await reserve(8, new Date(Date.now() + 86_400_000))).toEqual(replied('Occupied'));
  expect((await driver.start(number)).status).toBe('Rejected');
  expect(connector.authorize('OTHER')).toBe('Rejected');
  const cancel = { command: 'CancelReservation', reservationId: 7 };
  expect(await send(id, cancel)).toEqual(replied('Accepted'));
  await until('free', async () => (await shown()) === 'Available');
  expect(await send(id, cancel)).toEqual(replied('Rejected'));
  expect(await reserve(9, new Date(0))).toEqual(replied('Accepted'));
  await until('expired', () => connector.status === 'Available');
});

test('the charge of a reservation ends it', async () => {
  const { id, connector } = await network.charger();
  await send(id, { command: 'ReserveNow', ...CASES.ReserveNow.fields, expiryDate: '2099-01-01T00:00:00Z' });
  connector.plug();
  connector.beginLocally('OTHER');
  expect(connector.charge).toBeUndefined();
  connector.beginLocally('CARD');
  await until('charging', () => connector.charge?.transactionId);
  expect(await send(id, { command: 'CancelReservation', reservationId: 7 })).toEqual(replied('Rejected'));
});

test('the operator follows the progress of firmware and uploads, and sees what failed', async () => {
  const { id } = await network.charger();
  const location = 'https://files.example/';
  const statusesOf = async (message: string) => {
    const { response = [] } = await callApi(network.backend, chargePointReports, {
      path: { chargePointId: id },
      token,
    });
    return response
      .filter((report) => report.message === message)
      .map(({ details }) => details.status)
      .reverse();
  };
  const becomes = (message: string, statuses: string[]) =>
    until(`${message} of ${statuses}`, async () => isDeepStrictEqual(await statusesOf(message), statuses));
  await send(id, { command: 'UpdateFirmware', ...CASES.UpdateFirmware.fields });
  await becomes('FirmwareStatusNotification', ['Downloading', 'Downloaded', 'Installing', 'Installed']);
  await send(id, { command: 'GetDiagnostics', location: 'https://files.invalid/' });
  await becomes('DiagnosticsStatusNotification', ['Uploading', 'UploadFailed']);
  const log = { remoteLocation: location };
  expect(await send(id, { command: 'GetLog', logType: 'SecurityLog', requestId: 4, log })).toEqual({
    ...replied('Accepted'),
    details: { filename: `${id}-SecurityLog.log` },
  });
  await becomes('LogStatusNotification', ['Uploading', 'Uploaded']);
});

test('the charge point keeps a local list, charging profiles and certificates', async () => {
  const { id } = await network.charger();
  const status = async (body: Record<string, unknown>) => {
    const response = await send(id, body);
    return response?.result === 'replied' ? response.status : response;
  };
  const list = { command: 'SendLocalList', ...CASES.SendLocalList.fields, listVersion: 3 };
  expect(await status(list)).toBe('Accepted');
  expect(await status(list)).toBe('VersionMismatch');
  expect(await send(id, { command: 'GetLocalListVersion' })).toMatchObject({ details: { listVersion: 3 } });

  const profile = { command: 'SetChargingProfile', ...CASES.SetChargingProfile.fields };
  expect(await status(profile)).toBe('Accepted');
  const schedule = await send(id, { command: 'GetCompositeSchedule', connectorId: 1, duration: 60 });
  expect(schedule).toMatchObject({ details: { chargingSchedule: { chargingRateUnit: 'A', duration: 60 } } });
  const clear = { command: 'ClearChargingProfile', id: 1 };
  expect([await status(clear), await status(clear)]).toEqual(['Accepted', 'Unknown']);

  const { ca: certificate } = await createAuthority('Autoridade de teste');
  const certificateType = 'CentralSystemRootCertificate';
  const listed = { command: 'GetInstalledCertificateIds', certificateType };
  expect(await status(listed)).toBe('NotFound');
  expect(await status({ command: 'InstallCertificate', certificateType, certificate })).toBe('Accepted');
  const installed = await send(id, listed);
  const details = installed?.result === 'replied' ? installed.details : undefined;
  const [hashData] = listOf(details?.certificateHashData);
  const remove = { command: 'DeleteCertificate', certificateHashData: hashData };
  expect([await status(remove), await status(remove)]).toEqual(['Accepted', 'NotFound']);
});
