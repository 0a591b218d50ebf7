/** What operators see of a charge, at a site of two brands. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { chargeRecord } from '@shared/contract/operator';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, idTags, signedMeterValues, siteBrands, vehicles } from '../../platform/database/schema.ts';
import { callApi } from '../../testing/test-backend.ts';
import { deleteAccount } from '../account-deletion/delete-account.ts';
import { beginCharge } from '../charging/begin-charge.ts';
import { addCard } from '../charging/charges.testing.ts';
import { addDriver, type Network, openNetwork } from '../charging/network.testing.ts';
import { addCarModels } from '../vehicles/car-models.ts';
import { deleteVehicle } from '../vehicles/vehicles.ts';
import { addOperator, command } from './operator.testing.ts';

let network: Network;
beforeAll(async () => {
  network = await openNetwork({ sandbox: false });
});
afterAll(() => network.backend.close());

const SIGNED = 'OCMF|{"ID":"04A2B3C4"}|{"SD":"3046"}';

/** Begins a charge with a tag at the site of both brands, and stores a value that its meter has signed. */
async function charge(idTag: string) {
  const { context } = network.backend;
  const now = context.now();
  const start = { connectorId: 1, idTag, meterStart: 0, timestamp: now };
  const { transactionId } = await beginCharge(context, 'NEIGHBOUR', start);
  const value = { transactionId, measuredAt: now, receivedAt: now, data: SIGNED };
  await context.db.insert(signedMeterValues).values(value);
  return transactionId;
}

test("shows the tag of a driver, and signed values that may name it, to operators of the driver's brand only", async () => {
  const { db } = network.backend.context;
  const other = one(
    await db
      .insert(brands)
      .values({ slug: 'outra', name: 'Outra', color: '#000000', userDomain: 'outra.example' })
      .returning(),
  );
  await db.insert(siteBrands).values({ siteId: network.siteId, brandId: other.id });
  const driver = await addDriver(network, 10_000);
  await addCard(network, driver.id, '04A2B3C4');
  await db.insert(idTags).values({ tag: 'SERVICE', label: 'SERVICE' });
  const ownOperator = await addOperator(network.backend, network.brandId);
  const otherOperator = await addOperator(network.backend, other.id);
  const read = async ({ token }: { token: string }, transactionId: number) => {
    const path = { chargePointId: 'NEIGHBOUR', transactionId: String(transactionId) };
    return (await callApi(network.backend, chargeRecord, { token, path })).response;
  };
  const own = await charge('04A2B3C4');
  expect(await read(ownOperator, own)).toMatchObject({ idTag: '04A2B3C4', signedValues: [{ data: SIGNED }] });
  expect(await read(otherOperator, own)).toMatchObject({ idTag: null, signedValues: [], meterStart: 0 });
  // Blocked by its driver, who isn't billed.
  await addCard(network, driver.id, 'BLOCKED');
  await db
    .update(idTags)
    .set({ blockedAt: new Date(0) })
    .where(eq(idTags.tag, 'BLOCKED'));
  const refused = await charge('blocked');
  expect(await read(otherOperator, refused)).toMatchObject({ idTag: null, signedValues: [] });
  const service = await charge('SERVICE');
  expect(await read(otherOperator, service)).toMatchObject({ idTag: 'SERVICE' });
  // The card of a fleet has no driver, but its vehicle is of an account.
  await addCarModels(db);
  const vehicle = { userId: driver.id, modelId: 0, name: 'Furgão', plate: 'ABC-1234' };
  const { id: vehicleId } = one(await db.insert(vehicles).values(vehicle).returning());
  await db.insert(idTags).values({ tag: 'FLEET', label: 'Furgão', vehicleId });
  const fleet = await charge('FLEET');
  expect(await read(ownOperator, fleet)).toMatchObject({ idTag: 'FLEET', signedValues: [{ data: SIGNED }] });
  expect(await read(otherOperator, fleet)).toMatchObject({ idTag: null, signedValues: [] });
  const start = { command: 'RemoteStartTransaction', connectorId: 1, idTag: 'fleet' };
  const refusal = { status: 409, code: 'NOT_AN_OWN_CARD' };
  expect(await command(network.backend, otherOperator.token, 'NEIGHBOUR', start)).toMatchObject(refusal);
  expect((await command(network.backend, ownOperator.token, 'NEIGHBOUR', start)).status).toBe(200);
  // After the vehicle or the account is deleted, the owner of the card is unknown.
  const owner = await addDriver(network, 0);
  const van = { userId: owner.id, modelId: 0, name: 'Van', plate: 'ABC-1235' };
  const [{ id: vanId } = { id: 0 }] = await db.insert(vehicles).values(van).returning();
  const bus = { ...van, name: 'Micro-ônibus', plate: 'ABC-1236' };
  const [{ id: busId } = { id: 0 }] = await db.insert(vehicles).values(bus).returning();
  await db.insert(idTags).values([
    { tag: 'DELETED', label: 'Van', vehicleId: vanId },
    { tag: 'SOLD', label: 'Micro-ônibus', vehicleId: busId },
  ]);
  const ofDeleted = [await charge('DELETED'), await charge('SOLD')];
  await deleteVehicle(network.backend.context, owner.id, busId);
  await deleteAccount(db, owner.id);
  for (const operator of [ownOperator, otherOperator])
    for (const one of ofDeleted)
      expect(await read(operator, one)).toMatchObject({ idTag: null, signedValues: [] });
  const kept = await db
    .select()
    .from(signedMeterValues)
    .where(eq(signedMeterValues.transactionId, ofDeleted[0] ?? 0));
  expect(kept).toEqual([]);
  // The owner of the card isn't known.
  const unknown = await charge('UNKNOWN');
  for (const operator of [ownOperator, otherOperator])
    expect(await read(operator, unknown)).toMatchObject({ idTag: null, signedValues: [] });
});
