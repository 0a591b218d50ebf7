/** A charge by a third-party client, `ocpp-ws-cli`, in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, test } from '@rstest/core';
import { until } from '../../testing/until.ts';
import { type Network, openNetwork } from '../charging/network.testing.ts';
import { chargeThroughClient } from './client.testing.ts';

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
  const number = await until('registered', async () => {
    const chargers: { chargePointId: string; number: string; status: string | null }[] = await (
      await fetch(`${network.backend.url}/sandbox/api/chargers`)
    ).json();
    return chargers.find(({ chargePointId, status }) => chargePointId === ID && status === 'Available')
      ?.number;
  });
  await chargeThroughClient(network, { id: ID, number, hasEnergy: () => true });
});
