/**
 * Malformed input must not crash the server. FUZZ_RUNS sets the number of inputs; FUZZ_SEED repeats
 * a run with the seed that it printed.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ChargePoint } from '@e2e/chargers';
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { calls } from '@shared/contract';
import { runCount } from '@shared/testing/run-count';
import { DEMO_PASSWORD, demoEmails } from './demo/seed/people.ts';
import { apiClient, startAndCharge } from './domain/charging/network.testing.ts';
import { malformedFrame, malformedRequest, malformedUpgrade } from './testing/malformed.ts';
import { createRandom, type Random } from './testing/random.ts';
import { openSocket, sendRaw, upgradeText } from './testing/raw-upgrade.ts';
import { callApi } from './testing/test-backend.ts';
import { until } from './testing/until.ts';

const RUNS = runCount('FUZZ', 1500, 50_000);
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const CONCURRENT = 32;
const FRAMES_PER_CONNECTION = 40;
/** Fewer than the sandbox's limit of registrations. */
const IDENTITIES = 100;
/**
 * How long a client waits for a complete response, in ms. The server may be waiting for the rest of
 * the request.
 */
const TIMEOUT_MS = 200;

interface Usage {
  connections: number;
  heapMb: number;
}

let child: ChildProcess;
let url: string;
beforeAll(async () => {
  child = fork(join(import.meta.dirname, 'testing/serve-fuzzed.ts'), {
    execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
  });
  ({ url } = await nextMessage<{ url: string }>());
});
afterAll(async () => {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
});

async function nextMessage<T>(): Promise<T> {
  const exited = once(child, 'exit').then(() => Promise.reject(new Error('the server exited')));
  const [response] = await Promise.race([once(child, 'message'), exited]);
  return response as T;
}
function usage(): Promise<Usage> {
  child.send('usage');
  return nextMessage<Usage>();
}

/** Sends frames over one connection to OCPP or the live stream. Returns how many were sent. */
async function sendFrames(random: Random, token: string): Promise<number> {
  const path = random.chance(0.7)
    ? `/ocpp/FUZZ-${random.int(IDENTITIES)}`
    : `/v1/ws/UserMessages?token=${random.chance(0.7) ? token : 'x'}`;
  const protocol = path.startsWith('/ocpp') ? 'ocpp1.6' : 'faiscaEvents';
  const socket = await openSocket(url);
  socket.write(upgradeText(path, { headers: { 'Sec-WebSocket-Protocol': protocol } }));
  await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.resume();
  const count = 1 + random.int(FRAMES_PER_CONNECTION);
  for (let i = 0; i < count; i++) await write(socket, malformedFrame(random));
  await wait(random.int(30));
  if (random.chance(0.3)) socket.resetAndDestroy();
  else socket.destroy();
  return count;
}

async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (!socket.writable) return;
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
}

/** Sends inputs with bounded concurrency. */
async function fuzz(random: Random, runs: number, token: string): Promise<void> {
  let remaining = runs;
  async function sendInTurn() {
    while (remaining > 0) {
      if (child.exitCode !== null) throw new Error(`the server exited, seed ${SEED}`);
      if (random.chance(0.95)) {
        remaining -= 1;
        const text = random.chance(0.6) ? malformedUpgrade(random) : malformedRequest(random);
        await sendRaw(url, text, wait(TIMEOUT_MS));
      } else {
        const sent = await sendFrames(random, token);
        remaining -= sent;
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT }, sendInTurn));
}

async function login(): Promise<string> {
  const { status, response } = await callApi({ url }, calls.login, {
    query: { app_id: 1 },
    body: { email: demoEmails.ana, password: DEMO_PASSWORD },
    headers: { 'x-forwarded-for': '192.0.2.1' },
  });
  expect(status).toBe(200);
  return response?.token ?? '';
}

test(`keeps serving after ${RUNS} malformed requests, upgrades and frames (seed ${SEED})`, async () => {
  console.log(`fuzz seed ${SEED}`);
  const random = createRandom(SEED);
  const token = await login();
  // Warms up caches, so that they don't count as leaks.
  await fuzz(random, RUNS / 10, token);
  const usageBefore = await usage();
  await fuzz(random, RUNS, token);

  expect(child.exitCode).toBeNull();
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  await chargeOnce(await login());
  await until('connections', async () => (await usage()).connections <= 4);
  expect((await usage()).heapMb - usageBefore.heapMb).toBeLessThan(30);
});

/** Boots a charge point and charges, to prove that the server still works. */
async function chargeOnce(token: string): Promise<void> {
  const chargePoint = new ChargePoint({
    id: 'HONEST',
    endpoint: `${url.replace('http', 'ws')}/ocpp`,
    connectors: [{ id: 1, maxPowerW: 22_000 }],
    behaviour: { plugAfter: 1 },
    configuration: { MeterValueSampleInterval: '2' },
  });
  chargePoint.start();
  const number = await until('registered', async () => {
    const chargers: { chargePointId: string; status: string | null; number: string }[] = await (
      await fetch(`${url}/sandbox/api/chargers`)
    ).json();
    return chargers.find((each) => each.chargePointId === 'HONEST' && each.status === 'Available')?.number;
  });
  const driver = apiClient({ url }, { token });
  const transactionId = await startAndCharge(driver, number);
  await until('power', async () => (await driver.connector('HONEST')).transaction?.meterTotal > 0);
  expect((await driver.stop('HONEST', transactionId)).status).toBe('Accepted');
  await until('receipt', () => driver.receipt(transactionId));
  await chargePoint.stop();
}
