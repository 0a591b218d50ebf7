/** Unbilled time and stop reasons of charges, with simulated charge points over OCPP. */
import { afterAll, expect, test } from '@rstest/core';
import { type LiveEvent, PRODUCT } from '@shared/contract';
import { liveProtocol, parseLiveFrame } from '@shared/contract/live';
import { WebSocket } from 'ws';
import { until } from '../../testing/until.ts';
import { setUpNetwork, startAndCharge } from './network.testing.ts';

const network = setUpNetwork();
const sockets: WebSocket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.terminate();
});

test('lists the unbilled time of an unavailable connector and an offline charge point on the receipt', async () => {
  const driver = await network.driver();
  const { id, number, connector, chargePoint } = await network.charger({
    timeScale: 1,
    followsServer: true,
  });
  const transactionId = await startAndCharge(driver, number);
  connector.pause('EV');
  const excludedSince = async () => (await driver.connector(id)).transaction.excludedSince;
  const suspendedSince = async () => (await driver.connector(id)).transaction.suspendedSince;
  await until('suspended', suspendedSince);
  connector.operative(false);
  await until('unavailable', excludedSince);
  network.advanceClock(1100);
  connector.operative(true);
  await until('suspended again', suspendedSince);
  chargePoint.goOffline();
  await until('offline', excludedSince);
  network.advanceClock(1100);
  chargePoint.start();
  await until('online', suspendedSince);
  connector.stop('Local');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt.excludedTimes?.map(({ cause }) => cause)).toEqual(['unavailable', 'offline']);
  for (const { seconds } of receipt.excludedTimes ?? []) expect(seconds).toBeGreaterThanOrEqual(1);
});

type Network = ReturnType<typeof setUpNetwork>;
type Charger = Awaited<ReturnType<Network['charger']>>;
type Driver = Awaited<ReturnType<Network['driver']>>;

/** Opens a live stream for the driver, and returns the list to which its events are added. */
async function collectLiveEvents({ token }: Driver): Promise<LiveEvent[]> {
  const url = `${network.backend.url.replace('http', 'ws')}/v1/ws/UserMessages?token=${token}`;
  const socket = new WebSocket(url, [liveProtocol(PRODUCT.slug)]);
  sockets.push(socket);
  const events: LiveEvent[] = [];
  socket.on('message', (data) => {
    const event = parseLiveFrame(String(data));
    if (event) events.push(event);
  });
  await new Promise((resolve) => socket.once('open', resolve));
  socket.send('{"type":"heartbeat"}');
  await until('echo', () => events.length > 0);
  return events;
}

test.each<[string, (charger: Charger, driver: Driver, transactionId: number) => unknown]>([
  ['driver', ({ id }, driver, transactionId) => driver.stop(id, transactionId)],
  ['unplugged', ({ connector }) => connector.unplug()],
  ['charger', ({ connector }) => connector.stop('Local')],
  ['operator', ({ connector }) => connector.stop('HardReset')],
  ['fault', ({ connector }) => connector.fault('GroundFailure')],
  ['power', ({ connector }) => connector.stop('PowerLoss')],
])('reports the stop reason on the receipt and in the live event: %s', async (reason, endCharge) => {
  const driver = await network.driver();
  const charger = await network.charger();
  const events = await collectLiveEvents(driver);
  const transactionId = await startAndCharge(driver, charger.number);
  // An unconfirmed status would delay the status of the fault.
  await until('Charging', async () => (await driver.connector(charger.id)).status === 'Charging');
  await until('confirmed', () => charger.chargePoint.unsentStatuses === 0);
  await endCharge(charger, driver, transactionId);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt.stopReason).toBe(reason);
  const stopped = await until('stop event', () =>
    events.find(({ type }) => type === 'StopTransactionIntegrationEvent'),
  );
  expect(stopped).toMatchObject({ transaction: { stopReason: reason } });
});

test('reports credit as the stop reason when it runs out', async () => {
  const driver = await network.driver(600);
  const { number } = await network.charger();
  const transactionId = await startAndCharge(driver, number);
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  expect(receipt.stopReason).toBe('credit');
});
