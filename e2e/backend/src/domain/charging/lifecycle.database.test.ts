import { expect, rs, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { transactions } from '../../platform/database/schema.ts';
import { until } from '../../testing/until.ts';
import { expectedReceipt, setUpNetwork, startAndCharge, waitForEnergy } from './network.testing.ts';

const network = setUpNetwork();

test('starts, stops and bills a charge by the meter and the tariff', async () => {
  const driver = await network.driver();
  const { id, number, connector } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  await waitForEnergy(driver, id, 0.5);
  expect(await driver.stop(id, transactionId)).toEqual({ status: 'Accepted', info: '' });
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const expected = expectedReceipt(connector.charges[0]);
  expect(expected.meterStop).toBeGreaterThan(500);
  expect(receipt).toMatchObject(expected);
  const items = receipt.order?.orderItems ?? [];
  expect(items.reduce((sum, item) => sum + Math.round(item.orderItemAmount * 100), 0)).toBe(
    Math.round(expected.amount * 100),
  );
  expect(await driver.balance()).toBeCloseTo(100 - expected.amount, 5);
  expect(await driver.active()).toEqual([]);
});

test('finds a connector by its charger number, and nothing by an unknown one', async () => {
  const driver = await network.driver();
  const { number, id } = await network.charger();
  expect((await driver.call('GET', `/GetChargerId/${number}`)).body).toEqual({ chargerId: number });
  expect((await driver.call('GET', '/GetChargerId/99999-9')).body).toEqual({ chargerId: 'Not Found' });
  const [found] = (await driver.call('GET', `/OnlineConnectorStatus/${number}`)).body;
  expect(found).toMatchObject({ chargePointId: id, connectorId: 1, status: 'Available', isConnected: true });
  const price = await driver.call('GET', `/CurrentPriceProfilePeriod/${id}`);
  expect(price.body.PriceKwh).toBe(1.89);
});

test('returns the same response to a repeated start with the same key, without a second charge', async () => {
  const driver = await network.driver();
  const { number, connector } = await network.charger({ behaviour: { plugAfter: 30 } });
  const responses = await Promise.all([driver.start(number, 'k1'), driver.start(number, 'k1')]);
  expect(responses.map(({ status }) => status)).toEqual(['Accepted', 'Accepted']);
  await until('charging', () => connector.charge);
  expect(await driver.start(number, 'k1')).toMatchObject({ status: 'Accepted' });
  expect(connector.charges).toHaveLength(1);
});

test('refuses a key that is reused with different content', async () => {
  const driver = await network.driver();
  const { number } = await network.charger();
  await driver.start(number, 'k2');
  const body = { ChargePointID: '11111-1' };
  const again = await driver.call('POST', '/RemoteStartTransactionRequest', body, {
    'idempotency-key': 'k2',
  });
  expect(again).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
});

test('accepts only one of two concurrent starts at a connector', async () => {
  const drivers = [await network.driver(), await network.driver()];
  const { number } = await network.charger();
  const responses = await Promise.all(drivers.map((driver) => driver.start(number)));
  expect(responses.map(({ status }) => status).sort()).toEqual(['Accepted', 'Rejected']);
});

test('refuses a start with less than R$ 5,00 of credit', async () => {
  const driver = await network.driver(499);
  const { number } = await network.charger();
  expect(await driver.start(number)).toEqual({ status: 'Rejected', info: 'ERR_WALLET_LOW_BALANCE' });
  expect(await driver.balance()).toBe(4.99);
});

test('reserves R$ 5,00 for only one of two concurrent starts', async () => {
  const driver = await network.driver(500);
  const chargers = [await network.charger(), await network.charger()];
  const responses = await Promise.all(chargers.map(({ number }) => driver.start(number)));
  expect(responses.map(({ info }) => info).sort()).toEqual(['', 'ERR_WALLET_LOW_BALANCE']);
});

test('refuses access to the vehicles and charges of other users', async () => {
  const [driver, stranger] = [await network.driver(), await network.driver()];
  const { id, number } = await network.charger();
  const withVehicle = { ChargePointID: number, uvId: '12345' };
  const refused = await driver.call('POST', '/RemoteStartTransactionRequest', withVehicle);
  expect(refused.body).toEqual({ status: 'Rejected', info: 'VEHICLE_NOT_FOUND' });
  const transactionId = await startAndCharge(driver, number);
  await waitForEnergy(driver, id, 0);
  expect((await stranger.stop(id, transactionId)).status).toBe('Rejected');
  expect((await stranger.connector(id)).transaction ?? null).toBeNull();
  expect(await stranger.receipt(transactionId)).toBeUndefined();
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
});

test('accepts a repeated stop', async () => {
  const driver = await network.driver();
  const { id, number } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  await driver.stop(id, transactionId);
  await until('receipt', () => driver.receipt(transactionId));
  expect((await driver.stop(id, transactionId)).status).toBe('Accepted');
});

test('stops a charge that the app shows before its start is confirmed to the charge point', async () => {
  const driver = await network.driver();
  const { id, number } = await network.charger();
  const { bus, db } = network.backend.context;
  const publish = bus.publish.bind(bus);
  const { promise: isConfirmed, resolve: confirm } = Promise.withResolvers<void>();
  const heldPublish = rs.spyOn(bus, 'publish').mockImplementation(async (event) => {
    await publish(event);
    if (event.kind === 'transactionStarted') await isConfirmed;
  });
  const transactionId = await startAndCharge(driver, number);
  const stopped = driver.stop(id, transactionId);
  await until('the request to stop', async () => {
    const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
    return row?.stopWantedAt;
  });
  confirm();
  expect((await stopped).status).toBe('Accepted');
  heldPublish.mockRestore();
  await until('receipt', () => driver.receipt(transactionId));
});

test('releases the credit when the wait is cancelled, and stops a charge that begins afterwards', async () => {
  const driver = await network.driver(500);
  const { id, number, chargePoint, connector } = await network.charger({
    behaviour: { plugAfter: null, energySpeed: 1e-9 },
  });
  expect((await driver.start(number)).status).toBe('Accepted');
  expect((await driver.stop(id, '0')).status).toBe('Accepted');
  expect((await driver.stop(id, '0')).status).toBe('Accepted');
  chargePoint.connector(1).plug();
  await until('stopped', () => connector.charges[0]?.stoppedAt);
  await until('ended', async () => (await driver.active()).length === 0);
  expect(await driver.balance()).toBe(5);
});

test('stops a charge at no cost when the wait is cancelled as it begins and no energy was delivered', async () => {
  const driver = await network.driver(500);
  const { id, number, connector } = await network.charger({ behaviour: { energySpeed: 1e-9 } });
  const transactionId = await startAndCharge(driver, number);
  expect((await driver.stop(id, '0')).status).toBe('Accepted');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt).toMatchObject({ meterStop: 0, amount: 0 });
  expect(connector.charges[0]?.reason).toBe('Remote');
  expect(await driver.balance()).toBe(5);
});

test('stops a charge at no cost when the car is plugged in after more than a minute', async () => {
  const driver = await network.driver(500);
  const { id, number, chargePoint, connector } = await network.charger({
    behaviour: { plugAfter: null, energySpeed: 1e-9 },
    timeScale: 1,
  });
  expect((await driver.start(number)).status).toBe('Accepted');
  network.advanceClock(64_000);
  chargePoint.connector(1).plug();
  await until('stopped', () => connector.charges[0]?.stoppedAt);
  expect(connector.charges[0]?.reason).toBe('DeAuthorized');
  await until('ended', async () => (await driver.active()).length === 0);
  expect((await driver.connector(id)).transaction ?? null).toBeNull();
  await until('credit released', async () => (await driver.balance()) === 5);
});
