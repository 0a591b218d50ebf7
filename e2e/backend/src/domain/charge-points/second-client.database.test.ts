/** A charge by a third-party client, `ocpp-ws-cli`, in its own process, in both versions. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, test } from '@rstest/core';
import { until } from '../../testing/until.ts';
import { type Network, openNetwork } from '../charging/network.testing.ts';
import { chargeThroughClient } from './client.testing.ts';

const PROTOCOLS = ['ocpp1.6', 'ocpp2.0.1'];
let network: Network;
let clients: ChildProcess[];

beforeAll(async () => {
  network = await openNetwork();
  const cli = createRequire(import.meta.url).resolve('ocpp-ws-cli');
  const endpoint = `${network.backend.url.replace('http', 'ws')}/ocpp`;
  clients = PROTOCOLS.map((protocol) => {
    const identity = ['-i', protocol, '-t', 'CARD', '-p', protocol];
    const args = ['simulate', '-e', endpoint, ...identity, '--report', 'json'];
    return spawn(process.execPath, [cli, ...args], { stdio: 'ignore' });
  });
});

afterAll(async () => {
  for (const client of clients) {
    // SIGKILL, because the client has its own handler for SIGINT.
    client.kill('SIGKILL');
    await once(client, 'exit');
  }
  await network.backend.close();
});

test.each(PROTOCOLS)('charges through the ocpp-ws-cli client with %s', async (protocol) => {
  const number = await until('registered', async () => {
    const chargers: { chargePointId: string; number: string; status: string | null }[] = await (
      await fetch(`${network.backend.url}/sandbox/api/chargers`)
    ).json();
    return chargers.find(({ chargePointId, status }) => chargePointId === protocol && status === 'Available')
      ?.number;
  });
  await chargeThroughClient(network, { id: protocol, number, hasEnergy: () => true });
});
