/** What operators see of a charge, at a site of two brands. */
import { afterAll, beforeAll, expect, test } from '@rstest/core';
import { chargeRecord } from '@shared/contract/operator';
import { eq } from '../../platform/database/orm.ts';
import { one } from '../../platform/database/rows.ts';
import { brands, idTags, signedMeterValues, siteBrands } from '../../platform/database/schema.ts';
import { callApi } from '../../testing/test-backend.ts';
import { beginCharge } from '../charging/begin-charge.ts';
import { addCard } from '../charging/charges.testing.ts';
import { addDriver, type Network, openNetwork } from '../charging/network.testing.ts';
import { addOperator } from './operator.testing.ts';

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
});
