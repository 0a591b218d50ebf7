/** Charge points that are being installed, and those that were removed, in both versions. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints, connectors, idTags } from '../../platform/database/schema.ts';
import { beginCharge } from '../charging/begin-charge.ts';
import { addCard } from '../charging/charges.testing.ts';
import { endCharge } from '../charging/end-charge.ts';
import {
  addChargePoint,
  addDriver,
  apiClient,
  type Network,
  openNetwork,
} from '../charging/network.testing.ts';
import { addOperator, command } from '../operator/operator.testing.ts';
import { createBootHandler } from './boot-notification.ts';
import { changeSecret } from './secrets.ts';
import { connectStation } from './station.testing.ts';

let network: Network;
let operator: string;
let code = 26_000;
beforeAll(async () => {
  network = await openNetwork({ sandbox: false, checkMs: 100 });
  operator = (await addOperator(network.backend, network.brandId)).token;
});
afterAll(() => network.backend.close());
const db = () => network.backend.context.db;

/** What both versions say, in the words of each. */
const VERSIONS = [
  {
    version: '1.6',
    boot: { chargePointVendor: 'Correnteza', chargePointModel: 'C1' },
    free: { connectorId: 1, status: 'Available', errorCode: 'NoError' },
    ask: (idTag: string): Record<string, unknown> => ({ idTag }),
    info: 'idTagInfo',
  },
  {
    version: '2.0.1',
    boot: { reason: 'PowerUp', chargingStation: { vendorName: 'Correnteza', model: 'C2' } },
    free: { evseId: 1, connectorId: 1, connectorStatus: 'Available' },
    ask: (idTag: string): Record<string, unknown> => ({ idToken: { idToken: idTag, type: 'ISO14443' } }),
    info: 'idTokenInfo',
  },
];

test.each(VERSIONS)(
  'in OCPP $version, a charge point that is being installed waits: operators command it, and no driver charges until it is in service',
  async ({ version, boot, free, ask, info }) => {
    code += 1;
    const id = `NEW-${code}`;
    await addChargePoint(network, id, String(code));
    const isThis = eq(chargePoints.id, id);
    await db()
      .update(chargePoints)
      .set({ preparingSince: new Date(0) })
      .where(isThis);
    const password = (await changeSecret(network.backend.context, 'create', id)) ?? null;
    const connect = () =>
      connectStation(network.backend.url, id, {
        password,
        protocols: [`ocpp${version}`],
        replies: {
          GetVariables: () => ({ getVariableResult: [] }),
          SetVariables: () => ({ setVariableResult: [] }),
          GetConfiguration: () => ({ configurationKey: [] }),
        },
      });
    const driver = await addDriver(network, 10_000);
    const app = apiClient(network.backend, driver);
    await addCard(network, driver.id, `NEW-CARD-${code}`);
    await db()
      .insert(idTags)
      .values({ tag: `TEST-${code}`, label: 'Teste' });

    const first = await connect();
    expect(await first.call('BootNotification', boot)).toMatchObject({ status: 'Pending', interval: 60 });
    const reset = await command(network.backend, operator, id, { command: 'Reset', type: 'Soft' });
    expect(reset.response).toMatchObject({ result: 'replied', status: 'Accepted' });
    const status = { timestamp: new Date().toISOString(), ...free };
    await first.call('StatusNotification', status);
    expect((await app.connector(id)).status).toBe('Unavailable');
    expect(await app.start(`${code}-1`)).toMatchObject({ status: 'Rejected', info: 'CONNECTOR_UNAVAILABLE' });
    const authorized = (idTag: string) => first.call('Authorize', ask(idTag)).then((reply) => reply[info]);
    expect(await authorized(`NEW-CARD-${code}`)).toMatchObject({ status: 'Invalid' });
    // The operator's own card, for a test.
    expect(await authorized(`TEST-${code}`)).toMatchObject({ status: 'Accepted' });

    const closed = new Promise((resolve) => first.client.once('close', resolve));
    await db().update(chargePoints).set({ preparingSince: null }).where(isThis);
    await closed;
    const second = await connect();
    expect(await second.call('BootNotification', boot)).toMatchObject({ status: 'Accepted', interval: 300 });
    await second.call('StatusNotification', status);
    expect((await app.connector(id)).status).toBe('Available');
    expect(await app.start(`${code}-1`)).toMatchObject({ status: 'Accepted' });
    await second.client.close();
  },
);

test('accepts a charge point that is taken out of service during a charge, so that it reports the end', async () => {
  code += 1;
  const id = `BUSY-${code}`;
  await addChargePoint(network, id, String(code));
  const { context } = network.backend;
  const driver = await addDriver(network, 10_000);
  await addCard(network, driver.id, `BUSY-CARD-${code}`);
  const timestamp = context.now();
  const start = { connectorId: 1, idTag: `BUSY-CARD-${code}`, meterStart: 0, timestamp };
  const { transactionId } = await beginCharge(context, id, start);
  await db().update(chargePoints).set({ preparingSince: timestamp }).where(eq(chargePoints.id, id));
  const boot = bootHandler();
  expect(await boot(id, {})).toMatchObject({ status: 'Accepted' });
  await endCharge(context, id, { transactionId, meterStop: 0, timestamp: context.now() });
  expect(await boot(id, {})).toMatchObject({ status: 'Pending' });
});

/** @param tasks collects what it does after its response */
function bootHandler(tasks: unknown[] = []) {
  const options = {
    sendCall: async () => ({ failure: 'offline' as const }),
    runAfterResponse: (task: () => Promise<unknown>) => void tasks.push(task),
  };
  return createBootHandler(network.backend.context, options, () => ({}), []);
}

test('refuses a boot of a charge point that was removed or retired since it connected', async () => {
  code += 1;
  const id = `OLD-${code}`;
  await addChargePoint(network, id, String(code));
  const tasks: unknown[] = [];
  const boot = bootHandler(tasks);
  expect(await boot(id, {})).toMatchObject({ status: 'Accepted' });
  tasks.length = 0;
  await db().update(connectors).set({ retiredAt: new Date() }).where(eq(connectors.chargePointId, id));
  expect(await boot(id, {})).toMatchObject({ status: 'Rejected', interval: expect.any(Number) });
  expect(await boot('REMOVED', {})).toMatchObject({ status: 'Rejected' });
  expect(tasks).toEqual([]);
});
