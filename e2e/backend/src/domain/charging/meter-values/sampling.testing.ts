/** Test helpers for meter values of charges that last for days. */
import { beforeAll } from '@rstest/core';
import { until } from '../../../testing/until.ts';
import { setUpCharges } from '../charges.testing.ts';
import { listPartitions } from './months.ts';

/** Sets up a network. Its periodic jobs neither add months nor close charges during the tests. */
export function setUpSampling() {
  const charges = setUpCharges();
  beforeAll(async () => {
    const { db } = charges.network.backend.context;
    // The first round of the job runs at the start, the next one an hour later.
    await until('the months of the start', async () => (await listPartitions(db)).length > 1);
  });
  return {
    advanceClock: charges.advanceClock,
    backend: () => charges.network.backend,
    async begin(...args: Parameters<typeof charges.begin>) {
      const charge = await charges.begin(...args);
      // The charge of a free connector would be closed when the clock advances.
      await charge.reports('Charging');
      return charge;
    },
  };
}
