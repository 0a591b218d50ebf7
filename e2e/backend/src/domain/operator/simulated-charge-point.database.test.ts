/** How a simulated charge point responds to an operator's commands. */
import { beforeAll, expect, test } from '@rstest/core';
import { PRODUCT } from '@shared/contract';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, chargePoints } from '../../platform/database/schema.ts';
import { until } from '../../testing/until.ts';
import { setUpNetwork, startAndCharge } from '../charging/network.testing.ts';
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
  expect(await trigger('FirmwareStatusNotification')).toEqual(replied('NotImplemented'));
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
