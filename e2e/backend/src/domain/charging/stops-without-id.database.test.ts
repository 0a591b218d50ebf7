/** Stops of charge points that lost the transaction's id. */
import { expect, test } from '@rstest/core';
import { eq } from '../../platform/database/orm.ts';
import { connectors, unknownStops } from '../../platform/database/schema.ts';
import { addCard, setUpCharges } from './charges.testing.ts';

const MINUTE = 60_000;
const LOST = { transactionId: -1 };
const charges = setUpCharges();
const { advanceClock, ago } = charges;

/** Begins a charge by card on the last connector at 5,000 Wh, which is at 6,000 Wh after 10 min. */
async function chargeOf(plugs: number) {
  const scene = await charges.setUp(10_000, plugs);
  const tag = `CARD-OF-${scene.id}`;
  await addCard(charges.network, scene.driver.id, tag);
  const charge = await scene.begins(tag, { connectorId: plugs, meterStart: 5000 });
  advanceClock(10 * MINUTE);
  await charge.meters(6000);
  const stored = () =>
    scene.context.db.select().from(unknownStops).where(eq(unknownStops.chargePointId, scene.id));
  return { ...scene, ...charge, tag, stored };
}

test("stores a stop that may be another connector's, and leaves a running charge alone", async () => {
  const charge = await chargeOf(2);
  for (const _repetition of [1, 2]) await charge.stops(8016, ago(0), undefined, LOST);
  expect(await charge.stored()).toMatchObject([{ transactionId: -1, meterStopWh: 8016 }]);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.stops(6045);
  expect((await charge.row()).billCents).toBe(209);
});

test.each<[string, number, number, tagToo: boolean]>([
  ['below the last reading', 5500, 0, true],
  // With its tag it ends the card's only charge, which is then reviewed.
  ['beyond what the connector can have delivered', 5_000_000, 0, false],
  ['from before the charge', 6100, 20 * MINUTE, true],
])('stores a stop that is %s', async (_, meterStop, agoMs, tagToo) => {
  const charge = await chargeOf(1);
  for (const idTag of tagToo ? [undefined, charge.tag] : [undefined])
    await charge.stops(meterStop, ago(agoMs), undefined, { ...LOST, idTag });
  expect(await charge.stored()).not.toHaveLength(0);
  expect((await charge.row()).stoppedAt).toBeNull();
  await charge.stops(6000);
});

test('stores a stop that fits two charges of its card, and ends the one that it fits alone', async () => {
  const charge = await chargeOf(2);
  const other = await charge.begins(charge.tag, { connectorId: 1, meterStart: 2000 });
  advanceClock(10 * MINUTE);
  await other.meters(3000);
  await charge.meters(7000);
  const lost = { ...LOST, idTag: charge.tag };
  await charge.stops(7050, ago(0), undefined, lost);
  expect([(await charge.row()).stoppedAt, (await other.row()).stoppedAt]).toEqual([null, null]);
  expect(await charge.stored()).toHaveLength(1);
  await charge.stops(3050, ago(0), undefined, lost);
  expect([(await charge.row()).billCents, (await other.row()).billCents]).toEqual([null, 210]);
  await charge.stops(7100, ago(0), undefined, lost);
  expect((await charge.row()).billCents).toBe(420);
});

test('ends a charge from the app by its unique tag, whatever its register', async () => {
  const charge = await charges.begin(10_000);
  const { idTag } = await charge.row();
  advanceClock(10 * MINUTE);
  await charge.meters(2000);
  await charge.stops(1500, ago(0), undefined, { ...LOST, idTag });
  expect((await charge.row()).billCents).toBe(200);
});

test('ends the only charge that a stop fits', async () => {
  const charge = await chargeOf(1);
  await charge.stops(6100, ago(0), undefined, LOST);
  expect(await charge.stored()).toEqual([]);
  expect((await charge.row()).billCents).toBe(220);
});

test('ends the charge if the registers of the other connectors have passed the stop', async () => {
  const charge = await chargeOf(3);
  const earlier = await charge.begins(charge.tag, { connectorId: 1, meterStart: 90_000 });
  await earlier.stops(90_000);
  const isLast = eq(connectors.connectorId, 2);
  await charge.context.db
    .update(connectors)
    .set({ retiredAt: ago(0) })
    .where(isLast);
  await charge.stops(6100, ago(0), undefined, LOST);
  expect((await charge.row()).billCents).toBe(220);
});

test('ends the charge that has the tag, whatever the other connectors did', async () => {
  const charge = await chargeOf(2);
  await charge.stops(6100, ago(0), undefined, { ...LOST, idTag: charge.tag });
  expect((await charge.row()).billCents).toBe(220);
});
