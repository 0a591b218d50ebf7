import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { chargePoints } from '../../platform/database/schema.ts';
import { addChargePoint, type Network, openNetwork } from '../charging/network.testing.ts';
import { hashOf } from '../people/auth/tokens.ts';
import { handshakeStatus } from './raw-charge-point.testing.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork({ sandbox: false });
  const { db } = network.backend.context;
  await addChargePoint(network, 'CP-SAFE', '10001');
  const secretHash = hashOf('segredo-de-16-bytes');
  await db.update(chargePoints).set({ secretHash }).where(eq(chargePoints.id, 'CP-SAFE'));
  await addChargePoint(network, 'CP-OPEN', '10002');
});
afterAll(() => network.backend.close());

const connectAs = (identity: string, password?: string) =>
  handshakeStatus(network.backend.url, identity, password);

test('admits a charge point only with its password in production', async () => {
  expect(await connectAs('CP-SAFE', 'segredo-de-16-bytes')).toBe(101);
  expect(await connectAs('CP-SAFE', 'errado')).toBe(401);
  expect(await connectAs('CP-SAFE')).toBe(401);
});

test('refuses a charge point without a secret and an unknown one in production', async () => {
  expect(await connectAs('CP-OPEN')).toBe(401);
  expect(await connectAs('CP-UNKNOWN', 'x')).toBe(404);
});

test('serves no sandbox in production', async () => {
  expect((await fetch(`${network.backend.url}/sandbox`)).status).toBe(404);
  expect((await fetch(`${network.backend.url}/sandbox/api/chargers`)).status).toBe(404);
});
