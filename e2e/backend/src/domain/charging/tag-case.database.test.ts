/** Charge points that return a tag in another case: OCPP's IdToken is case-insensitive. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import {
  chargePoints,
  connectors,
  idTags,
  startAttempts,
  transactions,
} from '../../platform/database/schema.ts';
import { connectRaw } from '../charge-points/raw-charge-point.testing.ts';
import { addChargePoint, addDriver, apiClient, type Network, openNetwork } from './network.testing.ts';

let network: Network;
let count = 0;
beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.backend.close());

async function setUp() {
  count += 1;
  const id = `CASE-${count}`;
  const number = String(62_000 + count);
  await addChargePoint(network, id, number);
  const { db } = network.backend.context;
  const owner = await addDriver(network, 20_000);
  const connection = await connectRaw(network.backend.url, id);
  await db.update(connectors).set({ status: 'Available' }).where(eq(connectors.chargePointId, id));
  await db.update(chargePoints).set({ online: true }).where(eq(chargePoints.id, id));
  const timestamp = new Date().toISOString();
  async function call(method: string, payload: object) {
    const [, , confirmation] = await connection.call(method, payload);
    return confirmation as { transactionId: number; idTagInfo: { status: string } };
  }
  return {
    id,
    number: `${number}-1`,
    db,
    owner,
    connection,
    timestamp,
    call,
    authorize: (idTag: string) => call('Authorize', { idTag }),
    begin: (idTag: string) => call('StartTransaction', { connectorId: 1, idTag, meterStart: 0, timestamp }),
    rows: () => db.select().from(transactions).where(eq(transactions.chargePointId, id)),
  };
}

test('charges the driver who started from the app when the charge point returns the tag in lower case', async () => {
  const { id, db, number, owner, authorize, begin, rows, connection } = await setUp();
  expect((await apiClient(network.backend, owner).start(number)).status).toBe('Accepted');
  const [attempt] = await db.select().from(startAttempts).where(eq(startAttempts.chargePointId, id));
  const returned = attempt?.idTag.toLowerCase() ?? '';
  expect((await authorize(returned)).idTagInfo.status).toBe('Accepted');
  expect((await begin(returned)).idTagInfo.status).toBe('Accepted');
  expect(await rows()).toMatchObject([{ userId: owner.id, attemptId: attempt?.id }]);
  connection.socket.terminate();
});

test.each([
  ['04A2b3C4', '04a2B3c4'],
  ['04a2b3c5', '04A2B3C5'],
])('charges the owner of the card %s when the charge point sends %s', async (tag, sent) => {
  const { db, owner, authorize, begin, rows, call, timestamp, connection } = await setUp();
  await db.insert(idTags).values({ tag, label: tag, userId: owner.id });
  expect((await authorize(sent)).idTagInfo.status).toBe('Accepted');
  const { transactionId } = await begin(sent);
  // A replay with the tag in another case is the same charge.
  expect((await begin(tag)).transactionId).toBe(transactionId);
  await call('StopTransaction', {
    transactionId: 0,
    idTag: sent.toUpperCase(),
    meterStop: 0,
    timestamp,
  });
  expect(await rows()).toMatchObject([{ userId: owner.id, ocppStopReason: 'Local' }]);
  connection.socket.terminate();
});

test('prefers the exact tag when two cards differ only in case', async () => {
  const { db, owner, begin, rows, connection } = await setUp();
  const other = await addDriver(network, 20_000);
  await db.insert(idTags).values([
    { tag: 'TWIN-a', label: 'a', userId: other.id },
    { tag: 'TWIN-A', label: 'A', userId: owner.id },
    { tag: 'Twin-A', label: 'b', userId: other.id },
  ]);
  await begin('TWIN-A');
  expect(await rows()).toMatchObject([{ userId: owner.id }]);
  connection.socket.terminate();
});
