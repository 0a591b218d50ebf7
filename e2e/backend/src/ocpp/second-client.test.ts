/** A charge by a third-party client, `ocpp-ws-cli`, in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { priceCharge, usageAt } from '@shared/tariff';
import { eq } from 'drizzle-orm';
import {
  addDriver,
  apiClient,
  type Network,
  openNetwork,
  PRICE,
  startAndCharge,
  until,
} from '../charging/testing.ts';
import { transactions } from '../db/schema.ts';

const ID = 'OCPP-WS-CLI';
let network: Network;
let client: ChildProcess;

beforeAll(async () => {
  network = await openNetwork();
  const cli = createRequire(import.meta.url).resolve('ocpp-ws-cli');
  const endpoint = `${network.backend.url.replace('http', 'ws')}/ocpp`;
  const args = ['simulate', '-e', endpoint, '-i', ID, '-t', 'CARD', '-p', 'ocpp1.6', '--report', 'json'];
  client = spawn(process.execPath, [cli, ...args], { stdio: 'ignore' });
});

afterAll(async () => {
  // SIGKILL, because the client has its own handler for SIGINT.
  client.kill('SIGKILL');
  await once(client, 'exit');
  await network.backend.close();
});

test('charges through the ocpp-ws-cli client', async () => {
  const driver = apiClient(network.backend, await addDriver(network, 10_000));
  const number = await until('registered', async () => {
    const all: { chargePointId: string; number: string; status: string | null }[] = await (
      await fetch(`${network.backend.url}/sandbox/api/chargers`)
    ).json();
    return all.find(({ chargePointId, status }) => chargePointId === ID && status === 'Available')?.number;
  });
  const transactionId = await startAndCharge(driver, number);
  await until('charging', async () => (await driver.connector(ID)).status === 'Charging');
  await until('a figure', async () => (await driver.connector(ID)).transaction?.meterTotal != null, 12_000);
  expect((await driver.stop(ID, transactionId)).status).toBe('Accepted');
  const receipt = await until('receipt', () => driver.receipt(transactionId));
  const { db } = network.backend.context;
  const [row] = await db.select().from(transactions).where(eq(transactions.id, transactionId));
  if (!row?.stoppedAt || row.meterStopWh === null) throw new Error('the charge has not ended');
  const energyWh = row.meterStopWh - row.meterStartWh;
  const usage = usageAt({ startTime: row.startedAt.getTime(), at: row.stoppedAt.getTime(), energyWh });
  expect(receipt).toMatchObject({ meterStop: energyWh, amount: priceCharge(PRICE, usage).total / 100 });
  await until('free again', async () => (await driver.connector(ID)).status === 'Available', 12_000);
});
