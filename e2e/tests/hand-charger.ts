import { setTimeout as wait } from 'node:timers/promises';
import { RPCClient } from 'ocpp-rpc';

/** A charge point that sends each frame when a test says so: for what must be counted or timed frame by frame. */
export interface HandCharger {
  id: string;
  /** Resolves once a remote start has led to a transaction. */
  started: Promise<number>;
  /** Sends one meter value and resolves when the central system has answered it. */
  meter: (wh: number, watts?: number, soc?: number) => Promise<void>;
  stop: () => Promise<void>;
  close: () => Promise<void>;
}

const now = () => new Date().toISOString();

export async function handCharger(serverUrl: string, id: string): Promise<HandCharger> {
  const client = new RPCClient({
    endpoint: `${serverUrl.replace(/^http/, 'ws')}/ocpp`,
    identity: id,
    protocols: ['ocpp1.6'],
    strictMode: true,
    reconnect: false,
  });
  const status = (connectorId: number, name: string) =>
    client.call('StatusNotification', { connectorId, errorCode: 'NoError', status: name, timestamp: now() });
  let transactionId = 0;
  let lastWh = 0;
  const { promise: started, resolve: hasStarted } = Promise.withResolvers<number>();
  client.handle('RemoteStartTransaction', ({ params }: { params: { idTag: string } }) => {
    // After the answer, as a charge point does whose cable is in already.
    void wait(50).then(async () => {
      await status(1, 'Preparing');
      const answer: { transactionId: number } = await client.call('StartTransaction', {
        connectorId: 1,
        idTag: params.idTag,
        meterStart: 0,
        timestamp: now(),
      });
      transactionId = answer.transactionId;
      await status(1, 'Charging');
      hasStarted(transactionId);
    });
    return { status: 'Accepted' };
  });
  const stop = async () => {
    await client.call('StopTransaction', {
      transactionId,
      meterStop: lastWh,
      timestamp: now(),
      reason: 'Local',
    });
    await status(1, 'Finishing');
    await status(1, 'Available');
  };
  client.handle('RemoteStopTransaction', () => {
    void wait(50).then(stop);
    return { status: 'Accepted' };
  });
  client.handle(({ method }: { method: string }) =>
    method === 'GetConfiguration' ? {} : { status: 'Accepted' },
  );
  await client.connect();
  await client.call('BootNotification', { chargePointVendor: 'Bancada', chargePointModel: 'Manual' });
  await status(0, 'Available');
  await status(1, 'Available');
  return {
    id,
    started,
    stop,
    meter: async (wh, watts = 7_000, soc) => {
      lastWh = wh;
      const sampledValue = [
        { value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
        { value: String(watts), measurand: 'Power.Active.Import', unit: 'W' },
        ...(soc === undefined ? [] : [{ value: String(soc), measurand: 'SoC', unit: 'Percent' }]),
      ];
      await client.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: now(), sampledValue }],
      });
    },
    close: () => client.close(),
  };
}
