import { expect, test } from '@rstest/core';
import { eq } from 'drizzle-orm';
import { setUpCharges } from '../charging/testing-charge.ts';
import { chargePoints } from '../db/schema.ts';
import { refreshPresence, setOnline } from './presence.ts';

const { begin, advanceClock } = setUpCharges();

test('ends the time that is not billed when a charge point turns out to be connected', async () => {
  const { context, id, row } = await begin(3000, 0, 'card');
  await setOnline(context, id, false);
  advanceClock(30_000);
  await refreshPresence(context, [id]);
  const [chargePoint] = await context.db.select().from(chargePoints).where(eq(chargePoints.id, id));
  expect(chargePoint?.online).toBe(true);
  const { exclusions } = await row();
  expect(exclusions).toMatchObject([{ cause: 'offline' }]);
  expect(exclusions.map(({ to }) => to)).not.toContain(null);
});
