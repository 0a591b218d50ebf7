import { expect, test } from '@rstest/core';
import { DAILY_LIMIT_CODES } from '@shared/contract';
import { LIMITS } from '../../platform/limits/limits.ts';
import { setUpNetwork } from './network.testing.ts';

const network = setUpNetwork();

test('refuses a start beyond the daily limit, but not the retry of an accepted one', async () => {
  const driver = await network.driver();
  const { number } = await network.charger({ behaviour: { plugAfter: null } });
  const start = (key: string) =>
    driver.call(
      'POST',
      '/RemoteStartTransactionRequest',
      { ChargePointID: number },
      { 'idempotency-key': key },
    );
  const first = await start('first');
  expect(first.body).toMatchObject({ status: 'Accepted' });
  // The connector is taken, so these starts are refused, but they still count.
  for (let count = 1; count < LIMITS.starts.max; count++) {
    expect((await start(`key-${count}`)).status).toBe(200);
  }
  expect(await start('one more')).toMatchObject({ status: 429, body: { code: DAILY_LIMIT_CODES.starts } });
  expect(await start('first')).toEqual(first);
  const other = await network.driver();
  expect((await other.start(number)).status).toBe('Rejected');
  network.advanceClock(25 * 3_600_000);
  expect((await start('tomorrow')).status).toBe(200);
});
