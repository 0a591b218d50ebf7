/**
 * A charge by another third-party client: `ocpp-ts`, which validates our calls with its own copy of
 * the schemas.
 */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { OcppClient } from 'ocpp-ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { chargeThroughClient } from './client.testing.ts';

const ID = 'OCPP-TS';
let network: Network;
beforeAll(async () => {
  network = await openNetwork();
  await addChargePoint(network, ID, '64000');
});
afterAll(() => network.backend.close());

/** Creates a charge point with the library's client that delivers 80 Wh per charge. */
function chargePoint() {
  const client = new OcppClient(ID);
  const errors: Error[] = [];
  const timestamp = () => new Date().toISOString();
  const sendStatus = (status: 'Available' | 'Charging' | 'Finishing') =>
    client.callRequest('StatusNotification', { connectorId: 1, errorCode: 'NoError', status });
  let running = 0;
  const attempt = (task: () => Promise<unknown>) =>
    void task().catch((error: Error) => void errors.push(error));

  client.on('error', (error) => void errors.push(error));
  client.on('ChangeConfiguration', (_request, respond) => respond({ status: 'Accepted' }));
  client.on('RemoteStartTransaction', ({ idTag }, respond) => {
    respond({ status: 'Accepted' });
    attempt(async () => {
      expect((await client.callRequest('Authorize', { idTag })).idTagInfo.status).toBe('Accepted');
      const start = { connectorId: 1, idTag, meterStart: 5000, timestamp: timestamp() };
      const begun = await client.callRequest('StartTransaction', start);
      expect(begun.idTagInfo.status).toBe('Accepted');
      running = begun.transactionId;
      await sendStatus('Charging');
      const sampledValue = [{ value: '5.06', unit: 'kWh' as const }];
      await client.callRequest('MeterValues', {
        connectorId: 1,
        transactionId: running,
        meterValue: [{ timestamp: timestamp(), sampledValue }],
      });
    });
  });
  client.on('RemoteStopTransaction', ({ transactionId }, respond) => {
    respond({ status: transactionId === running ? 'Accepted' : 'Rejected' });
    attempt(async () => {
      const stop = { transactionId, meterStop: 5080, timestamp: timestamp(), reason: 'Remote' as const };
      await client.callRequest('StopTransaction', stop);
      await sendStatus('Available');
    });
  });
  const connected = new Promise<void>((resolve) => client.on('connect', resolve));
  return {
    errors,
    async boot() {
      client.connect(`${network.backend.url.replace('http', 'ws')}/ocpp/`);
      await connected;
      const boot = { chargePointVendor: 'ocpp-ts', chargePointModel: '0.3.0' };
      expect((await client.callRequest('BootNotification', boot)).status).toBe('Accepted');
      expect(await client.callRequest('Heartbeat', {})).toEqual({ currentTime: expect.any(String) });
      await sendStatus('Available');
    },
  };
}

test('charges through the ocpp-ts client', async () => {
  const { boot, errors } = chargePoint();
  await boot();
  const number = '64000-1';
  const receipt = await chargeThroughClient(network, { id: ID, number, hasEnergy: (kwh) => kwh === 0.06 });
  expect(receipt.meterStop).toBe(80);
  expect(errors).toEqual([]);
});
