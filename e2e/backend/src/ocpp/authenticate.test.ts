import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from 'drizzle-orm';
import { RPCClient } from 'ocpp-rpc';
import { hashOf } from '../auth/tokens.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/testing.ts';
import { chargePoints } from '../db/schema.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork({ sandbox: false });
  const { db } = network.backend.context;
  await addChargePoint(network, 'CP-SAFE', '10001');
  const secretHash = hashOf('segredo-de-16-bytes');
  await db.update(chargePoints).set({ secretHash }).where(eq(chargePoints.id, 'CP-SAFE'));
  await addChargePoint(network, 'CP-OPEN', '10002');
}, 30_000);
afterAll(() => network.backend.close());

/** HTTP status of the answer to a charge point that connects; 101 lets it in. */
async function connectAs(identity: string, password?: string): Promise<number> {
  const client = new RPCClient({
    endpoint: `${network.backend.url.replace('http', 'ws')}/ocpp`,
    identity,
    password: password ?? null,
    protocols: ['ocpp1.6'],
    strictMode: true,
    strictModeValidators: [],
    reconnect: false,
    maxReconnects: 0,
    callTimeoutMs: 1000,
    pingIntervalMs: 30_000,
    deferPingsOnActivity: false,
    respondWithDetailedErrors: false,
    callConcurrency: 1,
    maxBadMessages: 1,
    wsOpts: {},
    headers: {},
    backoff: { initialDelay: 1, maxDelay: 2, factor: 2, randomisationFactor: 0 },
  });
  try {
    await client.connect();
    await client.close();
    return 101;
  } catch (error) {
    return (error as { code: number }).code;
  }
}

test('in production a charge point is let in by its password only', async () => {
  expect(await connectAs('CP-SAFE', 'segredo-de-16-bytes')).toBe(101);
  expect(await connectAs('CP-SAFE', 'errado')).toBe(401);
  expect(await connectAs('CP-SAFE')).toBe(401);
});

test('in production one without a password set, and an unknown one, are refused', async () => {
  expect(await connectAs('CP-OPEN')).toBe(401);
  expect(await connectAs('CP-UNKNOWN', 'x')).toBe(404);
});

test('in production there is no sandbox', async () => {
  expect((await fetch(`${network.backend.url}/sandbox`)).status).toBe(404);
  expect((await fetch(`${network.backend.url}/sandbox/api/chargers`)).status).toBe(404);
});
