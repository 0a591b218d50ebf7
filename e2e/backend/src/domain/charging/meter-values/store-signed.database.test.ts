/** Signed meter values, sent over a real websocket. */
import { expect, test } from '@rstest/core';
import { deleteAccount } from '../../account-deletion/delete-account.ts';
import { HOUR, setUpForeign, wh } from '../../charge-points/foreign.testing.ts';
import { readChargeRecord } from '../../operator/read-charge-record.ts';

const foreign = setUpForeign();

const OCMF = 'OCMF|{"FV":"1.0","RD":[{"RV":1.2}]}|{"SD":"3046"}';
const signed = (value: string, context = 'Sample.Periodic') => ({ value, context, format: 'SignedData' });
const wrapped = (fields: object) => JSON.stringify({ signedMeterData: 'ZWRs', ...fields });

async function chargeWith(...values: object[]) {
  const chargePoint = await foreign.chargePoint();
  const { transactionId } = await chargePoint.begin();
  foreign.advanceClock(HOUR);
  const meterValueOf = (sampledValue: object[]) => [{ timestamp: foreign.timestamp(), sampledValue }];
  const meters = (...sampledValue: object[]) =>
    chargePoint.confirmed('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: meterValueOf(sampledValue),
    });
  await meters(...values);
  const context = { db: chargePoint.db, options: { sandbox: true } };
  return {
    ...chargePoint,
    meters,
    stops: (...sampledValue: object[]) =>
      chargePoint.confirmed('StopTransaction', {
        transactionId,
        meterStop: 11_000,
        timestamp: foreign.timestamp(),
        transactionData: meterValueOf(sampledValue),
      }),
    stored: async () =>
      (await readChargeRecord(context, foreign.brandId(), chargePoint.id, transactionId)).signedValues,
  };
}

test.each([
  ['OCMF', OCMF, { format: 'OCMF', publicKey: null }],
  ['OCMF in base64', Buffer.from(OCMF).toString('base64'), { format: 'OCMF', publicKey: null }],
  ['OCMF in hex', Buffer.from(OCMF).toString('hex'), { format: 'OCMF', publicKey: null }],
  [
    'OCMF in JSON with a public key',
    wrapped({
      signedMeterData: Buffer.from(OCMF).toString('base64'),
      encodingMethod: 'other',
      publicKey: 'b2NjYQ==',
    }),
    { format: 'OCMF', publicKey: 'b2NjYQ==' },
  ],
  ['a named format in JSON', wrapped({ encodingMethod: 'EDL' }), { format: 'EDL', publicKey: null }],
  ['a block in hex', '1B1B1B1B01010101', { format: null, publicKey: null }],
  ['broken JSON', '{"signedMeterData":', { format: null, publicKey: null }],
  ['JSON of another shape', '{"signedMeterData":7}', { format: null, publicKey: null }],
])('stores %s as sent', async (_, data, expected) => {
  const charge = await chargeWith(signed(data));
  expect(await charge.stored()).toMatchObject([{ ...expected, data, context: 'Sample.Periodic' }]);
});

test('stores the signed values of a charge and of its stop once, even after it has ended', async () => {
  const begin = signed('OCMF|begin', 'Transaction.Begin');
  const end = signed('OCMF|end', 'Transaction.End');
  const charge = await chargeWith(begin, wh('10500'));
  await charge.meters(begin);
  await charge.stops(begin, end);
  await charge.stops(begin, end);
  await charge.meters(end, signed('OCMF|late'));
  expect((await charge.stored()).map(({ data }) => data)).toEqual(['OCMF|begin', 'OCMF|end', 'OCMF|late']);
  // They aren't billed.
  expect(await charge.row()).toMatchObject({ meterStopWh: 11_000 });
});

test('stores no value that is empty, too long or not signed', async () => {
  const charge = await chargeWith(signed(''), signed('x'.repeat(20_001)), { value: OCMF, format: 'Raw' });
  expect(await charge.stored()).toEqual([]);
});

test("deletes the signed values of a user's charges with the account", async () => {
  const charge = await chargeWith(signed(OCMF));
  await charge.stops();
  const { userId } = await charge.row();
  expect(await charge.stored()).toHaveLength(1);
  await deleteAccount(charge.db, userId ?? 0);
  expect(await charge.stored()).toEqual([]);
});
